/** Folders and files that the console is built from, relative to the root of the repository. */
export const consoleSources: readonly string[]
/** Path of a usable Chromium, or undefined. */
export function findChromium(): string | undefined
