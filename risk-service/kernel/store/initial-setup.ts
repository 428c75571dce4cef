import { z } from 'zod'
import { environmentNameOf } from '../../contract/environments/environment-definitions.ts'
import type { Db } from '../../ports/database.ts'
import { StartError } from '../errors/start-error.ts'
import { newId } from './new-id.ts'

const displayName = (what: string) =>
  z
    .string({ error: `is missing: ${what}` })
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'may have at most 60 characters')

export const setupSchema = z.object({
  tenant: displayName('the name of your organisation'),
  'tenant-id': z.guid({ error: 'has to be the id of your directory (a GUID)' }).toLowerCase(),
  admin: z.guid({ error: "has to be the object id of the first Product admin's account (a GUID)" }).toLowerCase(),
  /** Without it, a global administrator creates it in the console. */
  environment: displayName('the name of the root environment')
    .regex(/^[\p{L}\p{N}_ .-]*$/u, 'may have letters, digits, space, dot, hyphen and underscore')
    .optional(),
  geography: z.enum(['us', 'ca', 'eu'], 'has to be us, ca or eu').default('eu'),
})
export type SetupInput = z.infer<typeof setupSchema>

/** Creates the first tenant of an installation; refuses when a tenant exists. */
export async function createInitialSetup(db: Db, input: SetupInput): Promise<{ environmentId: string | null }> {
  const environmentId = input.environment === undefined ? null : newId()
  await db.transaction().execute(async trx => {
    const existing = await trx
      .selectFrom('tenant')
      .select(['name', 'demo'])
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
    if (existing) {
      throw new StartError(
        'setting-invalid',
        existing.demo
          ? 'This data directory holds the demo tenants. Set ASSAY_DATA_DIR to a new folder for a real installation.'
          : `This installation is set up already, for ${existing.name}. Further administrators get their role in the table role_assignment: see docs/sign-in.md, Claims.`,
      )
    }
    const tenant = { id: input['tenant-id'], name: input.tenant }
    await trx
      .insertInto('tenant')
      .values({ ...tenant, role_family: 'standard' })
      .execute()
    if (environmentId !== null && input.environment !== undefined) {
      // The name as it was entered is the display name.
      const plainName = environmentNameOf(input.environment)
      await trx
        .insertInto('environment')
        .values({
          id: environmentId,
          tenant_id: tenant.id,
          parent_id: null,
          name: plainName,
          friendly_name: input.environment,
          api_id: plainName.replaceAll('_', '-'),
          kind: 'production',
          geography: input.geography,
          status: 'Active',
        })
        .execute()
    }
    await trx
      .insertInto('principal')
      .values({ tenant_id: tenant.id, id: input.admin, kind: 'user', name: 'First administrator', username: '' })
      .execute()
    await trx
      .insertInto('role_assignment')
      .values({ tenant_id: tenant.id, environment_id: null, principal_id: input.admin, role: 'ProductAdmin' })
      .execute()
    await trx
      .insertInto('audit_log')
      .values({
        id: newId(),
        tenant_id: tenant.id,
        environment_id: environmentId,
        actor_id: input.admin,
        actor_name: 'npm run setup',
        actor_roles: [],
        resource_type: 'Tenant',
        resource_id: tenant.id,
        resource_name: tenant.name,
        operation: 'Create',
        before: null,
        after: null,
        correlation_id: null,
      })
      .execute()
  })
  return { environmentId }
}
