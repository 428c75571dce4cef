/** The demo tenant and environment that benchmarks fill; fixed ids, the same on every machine. */
export { harborId as harborTenantId } from '../../risk-service/kernel/identity/demo-tenants.ts'

import { demoEnvironmentIds } from '../../risk-service/kernel/identity/demo-tenants.ts'

export const harborRootId = demoEnvironmentIds.harbor
