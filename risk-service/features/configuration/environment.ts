/** The configuration of an environment, for features that export it to other targets than files. */
export { loadConfiguration } from './stored-configuration.ts'
