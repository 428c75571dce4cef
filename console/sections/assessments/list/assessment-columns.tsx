import { createColumns, type DataColumn } from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { Link } from 'react-router-dom'

const c = createColumns<Assessment>()

interface ColumnTexts {
  intl: IntlShape
  nameOf: (row: Assessment) => string
  /** Where the name of an assessment leads; null: nowhere that opens for the user. */
  addressOf: (row: Assessment) => string | null
}

/** The template of an assessment, or what else it is. */
export const kindText = (intl: IntlShape, { kind, template }: Pick<Assessment, 'kind' | 'template'>): string =>
  intl.formatMessage({
    id:
      template !== null
        ? `Assessments.Template.${template}`
        : kind === 'builtIn'
          ? 'Rules.Kind.builtIn'
          : 'Authoring.Event.CustomAssessment',
  })

const features = {
  caseManagement: 'Shell.Nav.CaseManagement',
  search: 'Shell.Nav.Search',
  reporting: 'Assessments.Feature.reporting',
} as const
const featureNames = Object.keys(features) as (keyof typeof features)[]

/** The features that are on, named. */
const featuresText = (intl: IntlShape, row: Assessment): string =>
  intl.formatList(
    featureNames.filter(name => row[name]).map(name => intl.formatMessage({ id: features[name] })),
    { type: 'unit' },
  )

/** Columns of the list of assessments. */
export function assessmentColumns({ intl, nameOf, addressOf }: ColumnTexts): DataColumn<Assessment>[] {
  const plain = { sortable: true, filter: false } as const
  return [
    c.custom('name', {
      ...plain,
      labelId: 'Templates.Assessment.FriendlyName',
      rowHeader: true,
      control: true,
      size: 210,
      value: nameOf,
      cell: (row, { tabIndex }) => {
        const address = addressOf(row)
        const name = <bdi>{nameOf(row)}</bdi>
        return address === null ? (
          <span className="truncate">{name}</span>
        ) : (
          <Link to={address} tabIndex={tabIndex} className="truncate text-link hover:underline focus-ring">
            {name}
          </Link>
        )
      },
    }),
    c.custom('apiName', {
      ...plain,
      labelId: 'Rules.Branch.ApiName',
      size: 180,
      value: row => (row.kind === 'builtIn' ? '' : row.eventType),
      cell: row =>
        row.kind === 'builtIn' ? (
          '–'
        ) : (
          <bdi dir="ltr" className="truncate font-mono">
            {row.eventType}
          </bdi>
        ),
    }),
    c.text('kind', { ...plain, labelId: 'Assessments.Column.Kind', size: 170, value: row => kindText(intl, row) }),
    c.text('sharing', {
      ...plain,
      labelId: 'Assessments.Column.Sharing',
      size: 110,
      secondary: true,
      value: ({ shared }) =>
        shared === null
          ? '–'
          : intl.formatMessage({ id: `ExternalAssessments.Sharing.${shared ? 'shared' : 'private'}` }),
    }),
    c.text('root', {
      ...plain,
      labelId: 'Assessments.Column.Root',
      size: 150,
      secondary: true,
      value: ({ root }) => root?.name ?? '–',
    }),
    c.text('features', {
      ...plain,
      sortable: false,
      labelId: 'Assessments.Column.Features',
      size: 250,
      value: row => featuresText(intl, row) || '–',
    }),
    c.number('events', { ...plain, labelId: 'Assessments.Column.Events', size: 120, value: row => row.events }),
    c.dateTime('updatedAt', { ...plain, labelId: 'Assessments.Column.Updated', value: row => row.updatedAt }),
  ]
}
