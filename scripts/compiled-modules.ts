import path from 'node:path'

/**
 * Environment of the processes that a test run starts: what one of them compiled, later ones and their threads load. It
 * is a third of the processor time in which the service starts.
 */
export const compiledModules = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/compiled-modules'),
}
