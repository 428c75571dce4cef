import type { AuditedResource } from '../../contract/index.ts'
import { type TemplateKind, templateLimits } from '../../contract/templates/template-definitions.ts'
import type { Template } from '../../contract/templates/templates.ts'
import { type AuditContext, auditChange } from '../../kernel/audit.ts'
import type { ActionContext } from '../../kernel/console-api/action-context.ts'
import { ancestorsOf } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  loadTemplateHeads,
  lockTemplates,
  renameTemplate,
  type StoredTemplate,
  type TemplateHead,
  templateExists,
} from './store.ts'
import { parseContent, type Snapshot } from './template-file.ts'

/** Actor of a change of the library of an environment. */
type TemplateActionContext = AuditContext & Pick<ActionContext, 'tree'>
type LibraryAddress = Pick<TemplateActionContext, 'environmentId' | 'tree'>
/** Returns the environment and those above it, whose templates can be used here. */
export const libraryIds = ({ tree, environmentId }: LibraryAddress): string[] => [
  environmentId,
  ...ancestorsOf(tree, environmentId)
    .map(({ id }) => id)
    .reverse(),
]

export function toTemplate(row: TemplateHead, { tree, environmentId }: LibraryAddress): Template {
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

/** Lists the environment's own templates first, then those of its parents, the nearest first. */
export async function listTemplates(db: Db, library: LibraryAddress, kind: TemplateKind): Promise<Template[]> {
  const order = libraryIds(library)
  const rows = await loadTemplateHeads(db, order, kind)
  return order.flatMap(id => rows.filter(row => row.environment_id === id)).map(row => toTemplate(row, library))
}

/** @throws NotFoundError */
export async function requireTemplate(
  db: Db,
  library: LibraryAddress,
  kind: TemplateKind,
  id: string,
): Promise<StoredTemplate> {
  const found = await findTemplate(db, libraryIds(library), kind, id)
  if (!found) throw new NotFoundError('There is no such template here.')
  return found
}

/** Loads a template of the library with its content. @throws NotFoundError */
export async function openTemplate<Kind extends TemplateKind>(
  db: Db,
  library: LibraryAddress,
  kind: Kind,
  id: string,
): Promise<Snapshot<Kind>> {
  const { name, description, source, content } = await requireTemplate(db, library, kind, id)
  return { kind, name, description, source, content: parseContent(kind, content) }
}

/** Stores a template. A repeat with its id changes nothing. @throws ValidationError, ConflictError */
export async function saveTemplate(
  trx: Db,
  editor: TemplateActionContext,
  id: string,
  { kind, name, description, source, content }: Snapshot,
): Promise<StoredTemplate> {
  const { environmentId, principal, ports } = editor
  await lockTemplates(trx, environmentId, kind)
  const existing = await findTemplate(trx, [environmentId], kind, id)
  if (
    existing &&
    existing.version === 1 &&
    existing.created_by === principal.id &&
    existing.name === name &&
    existing.description === description &&
    isSameJson(existing.content, content)
  )
    return existing
  if (existing || (await templateExists(trx, id)))
    throw new ConflictError('A template with this id already exists.', { reason: 'templates.exists' })
  const others = await loadTemplateHeads(trx, [environmentId], kind)
  assertTemplateNameAvailable(others, name, id)
  const limit = templateLimits[kind]
  if (others.length >= limit)
    throw new ConflictError(`An environment can have at most ${limit} templates of this type. Delete one first.`, {
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
  await auditChange(trx, editor, auditResource(row), {
    operation: 'Create',
    before: null,
    after: { name, description, source },
  })
  return row
}

/**
 * Changes name and description of a template of this environment. @throws NotFoundError, ValidationError, ConflictError
 * when another user was faster
 */
export async function updateTemplate(
  trx: Db,
  editor: TemplateActionContext,
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
  if (!row) throw new NotFoundError('There is no such template in this environment.')
  if (row.name === name && row.description === description) return row
  if (row.version !== baseVersion)
    throw createVersionConflict('The template was changed meanwhile.', { version: row.version })
  assertTemplateNameAvailable(await loadTemplateHeads(trx, [editor.environmentId], kind), name, templateId)
  const next = { ...row, name, description, version: row.version + 1 }
  await renameTemplate(trx, next)
  await auditChange(trx, editor, auditResource(next), {
    operation: 'Update',
    before: { name: row.name, description: row.description },
    after: { name, description },
  })
  return next
}

/**
 * Removes a template; false when none exists. Resources that were created from it stay. @throws NotFoundError for one
 * of another environment
 */
export async function removeTemplate(
  trx: Db,
  editor: TemplateActionContext,
  kind: TemplateKind,
  id: string,
): Promise<boolean> {
  await lockTemplates(trx, editor.environmentId, kind)
  const row = await findTemplate(trx, [editor.environmentId], kind, id)
  if (!row) {
    if (await findTemplate(trx, libraryIds(editor), kind, id))
      throw new NotFoundError('This template belongs to a parent environment.')
    return false
  }
  await deleteTemplate(trx, id)
  await auditChange(trx, editor, auditResource(row), {
    operation: 'Delete',
    before: { name: row.name, description: row.description, source: row.source },
    after: null,
  })
  return true
}

function assertTemplateNameAvailable(others: readonly TemplateHead[], name: string, id: string): void {
  if (others.some(each => each.id !== id && each.name.toLowerCase() === name.toLowerCase()))
    throw new ValidationError(['name'], 'A template with this name already exists.', { code: 'name.taken' })
}

/** Names of the kinds in the audit log. */
const resourceTypes: Record<TemplateKind, AuditedResource> = {
  rule: 'RuleTemplate',
  assessment: 'AssessmentTemplate',
  environment: 'EnvironmentTemplate',
}
const auditResource = ({ kind, id, name }: TemplateHead) => ({ type: resourceTypes[kind], id, name })
