import { createColumns, type DataColumn } from '@assay/design-system'
import type { FieldFigures, OntologyAttribute } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/** An attribute with what was measured of it; null while that is loading, and for what is not measured. */
export interface AttributeRow extends OntologyAttribute {
  figures: FieldFigures | null
  /** Share of the measured events that have a value. */
  fillRate: number | null
}

const c = createColumns<AttributeRow>()

/** Returns the kinds of personal data of an attribute as text; empty for none. */
export const personalText = (intl: IntlShape, kinds: OntologyAttribute['personal']): string =>
  intl.formatList(
    kinds.map(kind => intl.formatMessage({ id: `PersonalData.Kind.${kind}` })),
    { type: 'disjunction' },
  )

/** Columns of the list of attributes. */
export function attributeColumns(intl: IntlShape): DataColumn<AttributeRow>[] {
  const plain = { sortable: true, filter: false } as const
  const yesOrNo = (value: boolean) => intl.formatMessage({ id: `Search.Value.${String(value)}` })
  return [
    c.text('path', {
      ...plain,
      labelId: 'Ontology.Column.Attribute',
      rowHeader: true,
      value: row => row.path,
      size: 260,
    }),
    c.text('type', { ...plain, labelId: 'Ontology.Column.Type', value: row => row.type, size: 100 }),
    {
      ...c.percent('fill', { ...plain, labelId: 'Ontology.Column.FillRate', value: row => row.fillRate }),
      sortDescFirst: true,
    },
    { ...c.number('uses', { ...plain, labelId: 'Ontology.Column.Uses', value: row => row.uses }), sortDescFirst: true },
    c.text('required', {
      ...plain,
      labelId: 'Ontology.Column.Required',
      value: row => yesOrNo(row.required),
      size: 100,
    }),
    c.text('searchable', {
      ...plain,
      labelId: 'Ontology.Column.Searchable',
      value: row => yesOrNo(row.searchable),
      size: 120,
    }),
    c.text('personal', {
      ...plain,
      labelId: 'Ontology.Column.Personal',
      value: row => personalText(intl, row.personal),
      size: 140,
    }),
    c.text('node', { ...plain, labelId: 'Ontology.Column.Node', value: row => row.node, size: 150 }),
    c.text('description', {
      ...plain,
      labelId: 'Common.Description',
      value: row => row.description ?? '',
      size: 280,
      secondary: true,
    }),
  ]
}
