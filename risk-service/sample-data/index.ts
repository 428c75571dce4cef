/** The service inside a browser, for the console's sample data. No part of it requires Node, and no part is a mock. */

export { demoClient, demoTenants } from '../kernel/identity/demo-tenants.ts'
export type { DatabaseCondition } from './connection.ts'
export { type DatabaseParts, openDatabase } from './database.ts'
export { type SampleDataService, type SampleDataServiceOptions, startSampleDataService } from './service.ts'
