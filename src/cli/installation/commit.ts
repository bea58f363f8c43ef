// The commit this tool was built from, put in by scripts/build.mjs.

declare const BUILD_COMMIT: string | null | undefined;

/** The whole hash; null where the source was no git checkout, or is run unbuilt. */
export const commit: string | null = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : null;
