/** The service inside a browser, for the console's sample data. Nothing here needs Node, and nothing here is a stand-in. */
export { openDatabase, type DatabaseParts } from './database.ts'
export type { DatabaseCondition } from './connection.ts'
export { startBrowserService, type BrowserService, type BrowserServiceOptions } from './service.ts'
export { demoClient, demoTenants } from '../demo/tenants.ts'
