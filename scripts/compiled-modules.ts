import path from 'node:path'

/**
 * Environment of the processes of a test run: modules that one of them compiled are loaded by later ones and their
 * threads. Compilation is a third of the processor time in which the service starts.
 */
export const compiledModules = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../node_modules/.cache/compiled-modules'),
}
