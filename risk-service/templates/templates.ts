import type { Kysely } from 'kysely'
import { type Actor, type AuditEntry, recordAudit } from '../audit/record.ts'
import { type TemplateKind, templateLimits } from '../contract/template-values.ts'
import type { Template } from '../contract/templates.ts'
import { ancestorsOf, type EnvironmentTree } from '../environments/tree.ts'
import type { Ports } from '../ports.ts'
import { canonical } from '../rules/rules.ts'
import { Conflict, Missing, RefusedValue } from '../session/refusals.ts'
import type { Database } from '../store/schema.ts'
import { readContent, type Snapshot } from './file.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  lockTemplates,
  renameTemplate,
  type StoredTemplate,
  type TemplateHead,
  templateExists,
  templatesOf,
} from './store.ts'

/** Who changes the library of an environment. */
export interface TemplateEditor extends Actor {
  ports: Pick<Ports, 'clock' | 'newId'>
  environmentId: string
  tree: EnvironmentTree
}
type Place = Pick<TemplateEditor, 'environmentId' | 'tree'>
type Db = Kysely<Database>

/** The environment and those above it: what they keep can be used here. */
export const libraryOf = ({ tree, environmentId }: Place): string[] => [
  environmentId,
  ...ancestorsOf(tree, environmentId)
    .map(({ id }) => id)
    .reverse(),
]

export function toTemplate(row: TemplateHead, { tree, environmentId }: Place): Template {
  return {
    id: row.id,
    kind: row.kind,
    environmentId: row.environment_id,
    environment: tree.get(row.environment_id)?.friendlyName ?? '',
    inherited: row.environment_id !== environmentId,
    name: row.name,
    description: row.description,
    source: row.source,
    version: row.version,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
  }
}

/** The environment's own first, then those of its parents, the nearest first. */
export async function listTemplates(db: Db, place: Place, kind: TemplateKind): Promise<Template[]> {
  const order = libraryOf(place)
  const rows = await templatesOf(db, order, kind)
  return order.flatMap(id => rows.filter(row => row.environment_id === id)).map(row => toTemplate(row, place))
}

/** @throws Missing */
export async function requireTemplate(db: Db, place: Place, kind: TemplateKind, id: string): Promise<StoredTemplate> {
  const found = await findTemplate(db, libraryOf(place), kind, id)
  if (!found) throw new Missing('There is no such template here.')
  return found
}

/** A template of the library as it was kept. @throws Missing */
export async function openTemplate<Kind extends TemplateKind>(
  db: Db,
  place: Place,
  kind: Kind,
  id: string,
): Promise<Snapshot<Kind>> {
  const { name, description, source, content } = await requireTemplate(db, place, kind, id)
  return { kind, name, description, source, content: readContent(kind, content) }
}

/** Keeps a template. The same again under its id changes nothing. @throws RefusedValue, Conflict */
export async function keepTemplate(
  trx: Db,
  editor: TemplateEditor,
  id: string,
  { kind, name, description, source, content }: Snapshot,
): Promise<StoredTemplate> {
  const { environmentId, principal, ports } = editor
  await lockTemplates(trx, environmentId, kind)
  const known = await findTemplate(trx, [environmentId], kind, id)
  if (
    known &&
    known.version === 1 &&
    known.created_by === principal.id &&
    known.name === name &&
    known.description === description &&
    canonical(known.content) === canonical(content)
  )
    return known
  if (known || (await templateExists(trx, id)))
    throw new Conflict('There is a template with this id already.', { reason: 'templates.exists' })
  const others = await templatesOf(trx, [environmentId], kind)
  requireFreeName(others, name, id)
  const limit = templateLimits[kind]
  if (others.length >= limit)
    throw new Conflict(`An environment keeps at most ${limit} templates of this kind. Delete one first.`, {
      reason: 'templates.limit',
      limit,
    })
  const row: StoredTemplate = {
    id,
    environment_id: environmentId,
    kind,
    name,
    description,
    source,
    version: 1,
    content,
    created_by: principal.id,
    created_by_name: principal.name,
    created_at: ports.clock(),
  }
  await insertTemplate(trx, row)
  await audit(trx, editor, row, 'Create', null, { name, description, source })
  return row
}

/**
 * Changes name and description of a template of this environment. @throws Missing, RefusedValue, Conflict when somebody
 * was faster
 */
export async function describeTemplate(
  trx: Db,
  editor: TemplateEditor,
  kind: TemplateKind,
  {
    templateId,
    name,
    description,
    baseVersion,
  }: { templateId: string; name: string; description: string; baseVersion: number },
): Promise<TemplateHead> {
  await lockTemplates(trx, editor.environmentId, kind)
  const row = await findTemplate(trx, [editor.environmentId], kind, templateId)
  if (!row) throw new Missing('There is no such template in this environment.')
  if (row.name === name && row.description === description) return row
  if (row.version !== baseVersion)
    throw new Conflict('The template was changed meanwhile.', {
      reason: 'version.conflict',
      currentVersion: row.version,
    })
  requireFreeName(await templatesOf(trx, [editor.environmentId], kind), name, templateId)
  const next = { ...row, name, description, version: row.version + 1 }
  await renameTemplate(trx, next)
  await audit(trx, editor, next, 'Update', { name: row.name, description: row.description }, { name, description })
  return next
}

/** True when there was one. What was made of it stays. @throws Missing for one of another environment */
export async function removeTemplate(
  trx: Db,
  editor: TemplateEditor,
  kind: TemplateKind,
  id: string,
): Promise<boolean> {
  await lockTemplates(trx, editor.environmentId, kind)
  const row = await findTemplate(trx, [editor.environmentId], kind, id)
  if (!row) {
    if (await findTemplate(trx, libraryOf(editor), kind, id))
      throw new Missing('This template belongs to a parent environment.')
    return false
  }
  await deleteTemplate(trx, id)
  await audit(trx, editor, row, 'Delete', { name: row.name, description: row.description, source: row.source }, null)
  return true
}

function requireFreeName(others: readonly TemplateHead[], name: string, id: string): void {
  if (others.some(each => each.id !== id && each.name.toLowerCase() === name.toLowerCase()))
    throw new RefusedValue(['name'], 'There is a template of this name already.')
}

/** What the audit log calls the kinds. */
const resourceTypes: Record<TemplateKind, string> = {
  rule: 'RuleTemplate',
  assessment: 'AssessmentTemplate',
  environment: 'EnvironmentTemplate',
}

async function audit(
  trx: Db,
  editor: TemplateEditor,
  row: TemplateHead,
  operation: AuditEntry['operation'],
  before: unknown,
  after: unknown,
): Promise<void> {
  await recordAudit(trx, editor, {
    id: editor.ports.newId(),
    at: editor.ports.clock(),
    environmentId: editor.environmentId,
    resource: { type: resourceTypes[row.kind], id: row.id, name: row.name },
    operation,
    before,
    after,
  })
}
