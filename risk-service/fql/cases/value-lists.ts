import accountCreation from '../../contract/schemas/accounts/account-creation.schema.json' with { type: 'json' }
import accountLogin from '../../contract/schemas/accounts/account-login.schema.json' with { type: 'json' }
import customAssessment from '../../contract/schemas/assessments/custom-assessment.schema.json' with { type: 'json' }
import bankEvent from '../../contract/schemas/purchases/bank-event.schema.json' with { type: 'json' }
import chargeback from '../../contract/schemas/purchases/chargeback.schema.json' with { type: 'json' }
import purchase from '../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }

interface Schema {
  $ref?: string
  enum?: unknown
  'x-known-values'?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  $defs?: Record<string, Schema>
}

/** Event schemas by the names that `FROM` and `assessment` use. */
const events: Readonly<Record<string, Schema>> = {
  purchase: purchase as Schema,
  accountcreation: accountCreation as Schema,
  accountlogin: accountLogin as Schema,
  bankevent: bankEvent as Schema,
  chargeback: chargeback as Schema,
  customassessment: customAssessment as Schema,
}
/** Deepest attribute that is visited; schemas may refer to themselves. */
const maxAttributeDepth = 8

/** Returns the lower-cased paths of the attributes of events whose schema lists their values. */
export function findValueLists(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const collect = (source: Schema, root: Schema, path: string, depth: number): void => {
    const schema =
      source.$ref === undefined ? source : { ...root.$defs?.[source.$ref.split('/').at(-1) ?? ''], ...source }
    if (schema.enum !== undefined || schema['x-known-values'] !== undefined) found.add(path)
    if (depth === maxAttributeDepth) return
    if (schema.items !== undefined) collect(schema.items, root, path, depth + 1)
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      collect(property, root, `${path === '' ? '' : `${path}.`}${name.toLowerCase()}`, depth + 1)
  }
  for (const name of names) {
    const schema = events[name.toLowerCase()]
    if (schema !== undefined) collect(schema, schema, '', 0)
  }
  return found
}
