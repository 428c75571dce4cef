import path from 'node:path'

/**
 * Environment of processes of the product that a run starts: what one of them compiled, the others and later runs and
 * their threads take over. It is half of the time of a start.
 */
export const compiledModules = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../node_modules/.cache/compiled-modules'),
}
