import mono from '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2'
import sans from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wdth-normal.woff2'

/** The Latin faces of both families, for a page that loads no style sheet of the library. */
export const fontFiles = { sans, mono }
