/** What an environment decides by, for those who take it elsewhere than to files. */
export { loadConfiguration } from './stored-configuration.ts'
