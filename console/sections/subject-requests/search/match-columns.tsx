import { createColumns, type DataColumn } from '@assay/design-system'
import type { SubjectMatch } from '@assay/risk-service/contract'

const c = createColumns<SubjectMatch>()

/** Columns of the events that were found. */
export const matchColumns = (
  hrefOf: (match: SubjectMatch) => string,
  caseState: (match: SubjectMatch) => string | null,
  /** Without the columns that a narrow page leaves out. */
  narrow: boolean,
): DataColumn<SubjectMatch>[] => [
  c.dateTime('date', { labelId: 'Subjects.Column.Date', filter: false, size: 190, value: row => row.at }),
  c.idLink('event', {
    labelId: 'Subjects.Column.Event',
    filter: false,
    size: 150,
    value: row => row.externalId,
    href: hrefOf,
  }),
  c.text('environment', {
    labelId: 'Subjects.Column.Environment',
    filter: false,
    size: narrow ? 118 : 150,
    value: row => row.environmentName,
  }),
  ...(narrow
    ? []
    : [
        c.number('observations', {
          labelId: 'Subjects.Column.Observations',
          filter: false,
          size: 145,
          value: row => row.observations,
        }),
        c.number('labels', { labelId: 'Subjects.Column.Labels', filter: false, size: 75, value: row => row.labels }),
      ]),
  c.text('case', { labelId: 'Subjects.Column.Case', filter: false, size: 110, value: caseState }),
]
