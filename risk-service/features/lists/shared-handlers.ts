import type { CustomList } from '../../contract/lists/custom-lists.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { zip } from './archives/zip.ts'
import type { StoredList } from './store.ts'

/* The code that the routes of all lists share. */
export function toList(context: EnvironmentCallContext, list: StoredList): CustomList {
  const { id, name, description, source, columns, rows, size, version } = list
  const seen = context.lists.versionOf(list.environment_id, id)
  return {
    id,
    name,
    description,
    source,
    columns,
    rows,
    size,
    version,
    status: seen === version ? 'active' : 'activating',
    createdAt: list.created_at.toISOString(),
    updatedBy: list.updated_by_name,
    updatedAt: list.updated_at.toISOString(),
  }
}

/** Reloads the lists for rules; rules are compiled again when names or columns changed. */
export async function reloadLists({ lists, engine }: EnvironmentCallContext, environmentId: string): Promise<void> {
  const before = lists.signature(environmentId)
  await lists.reload(environmentId)
  if (lists.signature(environmentId) !== before) await engine.reloadRules(environmentId)
}

export const csv = (content: Uint8Array | string, name: string): File =>
  new File([content as BlobPart], name, { type: 'text/csv' })

export async function createArchive(
  name: string,
  files: readonly { name: string; bytes: Uint8Array; at: Date }[],
): Promise<File> {
  return new File([(await zip(files)) as BlobPart], name, { type: 'application/zip' })
}
