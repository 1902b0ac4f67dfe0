/** The part of Smartcar's SDK that the benchmark uses. The SDK has no types of its own. */
declare module 'smartcar' {
	interface Vehicle {
		tirePressure(): Promise<{
			frontLeft: number;
			frontRight: number;
			backLeft: number;
			backRight: number;
		}>;
	}
	const smartcar: { Vehicle: new (id: string, token: string) => Vehicle };
	export default smartcar;
}
