/** The compiled kernel, in base64. */
export function compileKernel(): Promise<string>;
