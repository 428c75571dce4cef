import status from '../schemas/observations/observation-assessment-status.schema.json' with { type: 'json' }
import bank from '../schemas/observations/observation-bank.schema.json' with { type: 'json' }
import chargeback from '../schemas/observations/observation-chargeback.schema.json' with { type: 'json' }
import custom from '../schemas/observations/observation-custom.schema.json' with { type: 'json' }
import label from '../schemas/observations/observation-label.schema.json' with { type: 'json' }
import type { ObservationEventTemplate } from './assessment-definitions.ts'
import { fieldTypeOf, type SchemaNode, type SchemaSection } from './section-catalogue.ts'

/** Returns the blocks of an observation event, which hold no further blocks. The tenant's own fields are none of them. */
function sectionsOf({ properties = {}, $defs = {} }: SchemaNode): SchemaSection[] {
  return Object.entries(properties)
    .filter(([name]) => name !== 'custom')
    .map(([name, { $ref = '' }]) => {
      const { properties: fields = {}, required = [] } = $defs[$ref.split('/').at(-1) ?? ''] ?? {}
      return {
        name,
        fields: Object.entries(fields).map(([path, field]) => ({
          path,
          type: fieldTypeOf(field),
          required: required.includes(path),
          searchable: field['x-searchable'] ?? false,
        })),
      }
    })
}

/** The standard fields of an observation event, by its template, and those of labels. */
export const observationCatalogue: Readonly<Record<ObservationEventTemplate | 'Label', readonly SchemaSection[]>> = {
  AssessmentStatus: sectionsOf(status),
  Bank: sectionsOf(bank),
  Chargeback: sectionsOf(chargeback),
  Custom: sectionsOf(custom),
  Label: sectionsOf(label),
}
