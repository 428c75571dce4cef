import { userInfo } from 'node:os'
import { type ImportContext } from '../../features/configuration/import/import-config.ts'
import { loadImportScope } from '../../features/configuration/import/import-scope.ts'
import { createOutgoingHttp } from '../../http/node/outgoing-http.ts'
import { loadEnvironmentTree } from '../../kernel/environments/environment-tree.ts'
import type { EnvironmentAddress } from '../../kernel/environments/find-environment.ts'
import { readSettings } from '../../kernel/settings/settings.ts'
import { recordChange } from '../../kernel/store/changes/write-changes.ts'
import { newId } from '../../kernel/store/new-id.ts'
import type { Store } from '../../kernel/store/store.ts'

/** Actor of changes by this command, which have a name and no account. */
const nilUserId = '00000000-0000-0000-0000-000000000000'
const log = { write: () => undefined }

/**
 * Returns the checks of calls: addresses are checked as in the service. Files contain no secrets, so that none has to
 * be encrypted.
 */
function callChecks() {
  const outgoing = createOutgoingHttp({ privateHosts: readSettings(process.env).outgoingPrivate })
  outgoing.close()
  return {
    addressIssue: (url: string) => outgoing.addressIssue(url),
    encrypt: () => Promise.reject(new Error('Files hold no secrets.')),
  }
}

/** Returns the context of an import by whoever operates the service. */
export async function importContextOf(store: Store, environment: EnvironmentAddress) {
  const ports = { db: store.db, clock: () => new Date(), newId, log }
  return {
    ports,
    environmentId: environment.id,
    ...(await loadImportScope(ports, environment.id)),
    calls: callChecks(),
    tree: await loadEnvironmentTree(store.db, environment.tenantId),
    principal: {
      tenantId: environment.tenantId,
      id: nilUserId,
      name: `npm run config (${userInfo().username})`,
      username: '',
      wids: [],
      assignments: [],
    },
    roles: [],
    correlationId: newId(),
    announce: trx => recordChange(trx, environment.id),
  } satisfies Omit<ImportContext, 'queues'>
}
