import { demoEnvironmentIds, harborId } from '../kernel/identity/demo-tenants.ts'
import type { Ports } from '../ports/index.ts'

const minute = 60_000

/**
 * Creates environments in temporary and failed states, below Harbor's sandbox: those in progress continue when the
 * service runs.
 */
export async function seedStates({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const now = clock().getTime()
  const states = [
    { name: 'Harbor-Nordics', status: 'New', failure: null, age: 0 },
    { name: 'Harbor-Iberia', status: 'Creating', failure: null, age: minute },
    { name: 'Harbor-Pop-up', status: 'CreateFailed', failure: 'timedOut', age: 90 * minute },
    { name: 'Harbor-Outlet', status: 'Error', failure: 'removal', age: 40 * minute },
    { name: 'Harbor-Legacy', status: 'SoftDeleting', failure: null, age: 0 },
  ] as const
  await db
    .insertInto('environment')
    .values(
      states.map(({ name, status, failure, age }, index) => ({
        id: `a55a0002-0000-4000-8000-${(0x40 + index).toString(16).padStart(12, '0')}`,
        tenant_id: harborId,
        parent_id: demoEnvironmentIds.harborSandbox,
        name,
        friendly_name: name.replaceAll('-', ' '),
        api_id: name,
        kind: 'sandbox' as const,
        geography: 'eu',
        status,
        failure,
        created_at: new Date(now - age),
        status_at: new Date(now - age),
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
