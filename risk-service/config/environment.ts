/** What an environment decides by, for those who take it elsewhere than to files. */
export { readEnvironment } from './store.ts'
