/** As much of the official SDK as the benchmark calls; the package brings no types. */
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
