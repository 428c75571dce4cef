/**
 * The service inside a browser, for the console's sample data. Nothing here needs Node, and nothing here is a stand-in.
 */

export { demoClient, demoTenants } from '../kernel/identity/demo-tenants.ts'
export type { DatabaseCondition } from './connection.ts'
export { type DatabaseParts, openDatabase } from './database.ts'
export { type SampleDataService, type SampleDataServiceOptions, startSampleDataService } from './service.ts'
