import cardPayment from '../schemas/assessments/assessment-card-payment.schema.json' with { type: 'json' }
import custom from '../schemas/assessments/assessment-custom.schema.json' with { type: 'json' }
import deviceFingerprinting from '../schemas/assessments/assessment-device-fingerprinting.schema.json' with {
  type: 'json',
}
import loyaltyProgram from '../schemas/assessments/assessment-loyalty-program.schema.json' with { type: 'json' }
import moneyTransfer from '../schemas/assessments/assessment-money-transfer.schema.json' with { type: 'json' }
import softwarePiracy from '../schemas/assessments/assessment-software-piracy.schema.json' with { type: 'json' }
import type { AssessmentTemplateName } from './assessment-definitions.ts'
import type { CustomFieldType } from './custom-fields.ts'

/** The part of the template's schemas that sections are read from. */
export interface SchemaNode {
  type?: string
  format?: string
  $ref?: string
  items?: SchemaNode
  description?: string
  properties?: Readonly<Record<string, SchemaNode>>
  required?: readonly string[]
  $defs?: Readonly<Record<string, SchemaNode>>
  'x-format'?: string
  'x-searchable'?: boolean
}

const templates = {
  CardPayment: cardPayment,
  DeviceFingerprinting: deviceFingerprinting,
  LoyaltyProgram: loyaltyProgram,
  MoneyTransfer: moneyTransfer,
  SoftwarePiracy: softwarePiracy,
  Custom: custom,
} as unknown as Readonly<Record<AssessmentTemplateName, SchemaNode>>

/** The section that no assessment lacks. */
export const compulsorySection = 'metadata'

/** A standard field, or a block of them, by its path in the section. */
export interface StandardField {
  path: string
  type: CustomFieldType
  required: boolean
  searchable: boolean
}
export interface SchemaSection {
  name: string
  fields: readonly StandardField[]
}

const order = [
  'metadata',
  'deviceFingerprinting',
  'user',
  'transaction',
  'card',
  'merchant',
  'billing',
  'shipping',
  'sender',
  'recipient',
  'loyalty',
  'software',
  'productList',
  'address',
] as const

/** The blocks that the schemas of sections refer to. */
export const sectionDefinitions: Readonly<Record<string, SchemaNode>> = Object.fromEntries(
  Object.values(templates).flatMap(each => Object.entries(each.$defs ?? {})),
)
const resolve = (node: SchemaNode): SchemaNode =>
  node.$ref === undefined ? node : (sectionDefinitions[node.$ref.split('/').at(-1) ?? ''] ?? node)

/** The schema of a section, from any template that has it. */
export function sectionNode(name: string): SchemaNode | undefined {
  if (name === 'address') return { $ref: '#/$defs/as_address', description: 'Address' }
  return Object.values(templates).find(each => each.properties?.[name])?.properties?.[name]
}

/** The type of a standard field. */
export function fieldTypeOf(node: SchemaNode): CustomFieldType {
  switch (node.type) {
    case 'integer':
      return 'Integer'
    case 'number':
      return 'Double'
    case 'boolean':
      return 'Boolean'
    case 'object':
      return 'Object'
    case 'array':
      return 'Array'
    default:
      return node.format === 'date-time' ? 'DateTime' : node['x-format'] === 'ip-address' ? 'IPAddress' : 'String'
  }
}

function fieldsOf(node: SchemaNode, prefix: string): StandardField[] {
  const block = resolve(node)
  const inner = block.type === 'array' && block.items !== undefined ? resolve(block.items) : block
  return Object.entries(inner.properties ?? {}).flatMap(([name, raw]) => {
    const field = resolve(raw)
    const path = `${prefix}${name}`
    return [
      {
        path,
        type: fieldTypeOf(field),
        required: inner.required?.includes(name) ?? false,
        searchable: field['x-searchable'] ?? false,
      },
      ...(field.type === 'object' ? fieldsOf(field, `${path}.`) : []),
    ]
  })
}

/** The sections of standard fields that an assessment can have. */
export const sectionCatalogue: readonly SchemaSection[] = order.map(name => ({
  name,
  fields: fieldsOf(sectionNode(name) ?? {}, ''),
}))
export const sectionByName: ReadonlyMap<string, SchemaSection> = new Map(
  sectionCatalogue.map(section => [section.name, section]),
)

/** Sections that the wizard proposes, in their order; the schema of the template may have more. */
export const defaultSections: Readonly<Record<AssessmentTemplateName, readonly string[]>> = {
  CardPayment: ['metadata', 'deviceFingerprinting', 'user', 'transaction', 'card', 'merchant', 'billing', 'shipping'],
  DeviceFingerprinting: ['metadata', 'deviceFingerprinting'],
  LoyaltyProgram: ['metadata', 'deviceFingerprinting', 'user', 'loyalty', 'shipping', 'productList'],
  MoneyTransfer: ['metadata', 'deviceFingerprinting', 'user', 'transaction', 'sender', 'recipient'],
  SoftwarePiracy: ['metadata', 'deviceFingerprinting', 'user', 'software'],
  Custom: ['metadata'],
}

/** Whether calls without the whole section are refused. */
export const isSectionRequired = (template: AssessmentTemplateName, section: string): boolean =>
  templates[template].required?.includes(section) ?? false
