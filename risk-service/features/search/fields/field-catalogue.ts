import { type SearchFieldGroup, searchFieldGroups, searchFieldPattern } from '../../../contract/index.ts'
import labelSchema from '../../../contract/schemas/purchases/label.schema.json' with { type: 'json' }
import purchaseSchema from '../../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }
import { type Attribute, attributesOf } from '../../../engine/ingest/attributes.ts'
import type { EventSchema } from '../../../engine/ingest/event-schema.ts'
import { schemas } from '../../../engine/ingest/event-schemas.ts'
import { answerFields } from './answer-fields.ts'
import { openBlocks, requestFields, storedAttributes } from './attribute-fields.ts'
import { caseFields } from './case-fields.ts'
import { columnFields } from './column-fields.ts'
import type { CatalogueField, FieldCatalogue } from './field-types.ts'
import { latestFields } from './latest-fields.ts'

const builtInSchemas: Readonly<Record<string, EventSchema>> = {
  purchase: purchaseSchema as EventSchema,
  accountcreation: schemas.accountCreation,
  accountlogin: schemas.accountLogin,
  signup: schemas.signUp,
  signin: schemas.signIn,
}

/** Groups of attributes that stand in no block of their own. */
const looseGroups: Readonly<Record<string, SearchFieldGroup>> = {
  purchase: 'order',
  accountcreation: 'event',
  accountlogin: 'event',
  signup: 'event',
  signin: 'event',
}

const builtInCatalogues = new Map<string, FieldCatalogue>()

/**
 * Returns the fields of events of a type: its columns, the attributes of its schema, and what was answered and arrived
 * later.
 * @param attributesOfTenant the attributes of a tenant assessment; not called for built-in types
 */
export function fieldCatalogueOf(eventType: string, attributesOfTenant: () => readonly Attribute[]): FieldCatalogue {
  const schema = builtInSchemas[eventType]
  if (schema === undefined) return createCatalogue(eventType, attributesOfTenant())
  const catalogue = builtInCatalogues.get(eventType) ?? createCatalogue(eventType, attributesOf(schema))
  builtInCatalogues.set(eventType, catalogue)
  return catalogue
}

function createCatalogue(eventType: string, sent: readonly Attribute[]): FieldCatalogue {
  const attributes = storedAttributes(sent)
  const columns = columnFields(eventType)
  const covered = new Set(columns.flatMap(({ source }) => (source.kind === 'column' && source.path) || []))
  const others = looseGroups[eventType] ?? 'custom'
  const fields = [
    ...columns,
    ...answerFields(eventType),
    ...caseFields,
    ...requestFields(attributes, others).map(field => ({ ...field, offered: !covered.has(field.id) })),
    ...latestFields(eventType, labelSchema as EventSchema),
  ]
  // A column precedes an attribute of the same name.
  const byId = new Map(fields.toReversed().map(field => [field.id.toLowerCase(), field]))
  const open = openBlocks(attributes)
  const rank = (group: SearchFieldGroup): number => searchFieldGroups.indexOf(group)
  return {
    attributes,
    fields: fields
      .filter(field => field.offered && byId.get(field.id.toLowerCase()) === field)
      .sort((a, b) => rank(a.group) - rank(b.group)),
    find: id => byId.get(id.toLowerCase()) ?? customField(id, open),
  }
}

/** A field of a block whose attributes no schema lists. */
function customField(id: string, open: readonly string[]): CatalogueField | null {
  if (!searchFieldPattern.test(id) || !open.some(block => id.startsWith(`${block}.`))) return null
  return {
    id,
    group: 'custom',
    type: 'text',
    many: false,
    indexed: false,
    source: { kind: 'request', path: id },
    offered: false,
  }
}
