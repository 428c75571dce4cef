import { Select } from '@assay/design-system'
import { type ReportAttribute, type ReportedAssessment, reportAttributesOf } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../platform/events/use-assessment-name.ts'
import { noFilters, type ReportState } from './report-address.ts'

const staleTime = 10 * 60_000

/** Assessments of the system that have no amounts, so that nobody has to wait for the list to learn it. */
const withoutAmounts: readonly string[] = ['accountcreation', 'accountlogin']

/** The assessment of a report, with its name in the language of the reader. */
export interface ReportSubject {
  eventType: string
  name: string
  /** Whether its events have amounts. True until it is known: an address may ask for them. */
  amounts: boolean
  /** What its reports can be filtered by. */
  filters: readonly ReportAttribute[]
  /** Paths of the fields by which its reports can be filtered beside. Those of the address until they are known. */
  dataFilters: readonly string[]
  /** The fields of observations and labels that its reports show; null: it receives none. Undefined until it is loaded. */
  observed: readonly string[] | null | undefined
  /** The assessments of the environment; undefined until they have arrived. */
  listed: readonly ReportedAssessment[] | undefined
}

type SubjectState = Pick<ReportState, 'assessment' | 'dataFilters'>

/**
 * The assessment that the address of a report names. A page of reports adopts the choice in three steps: it reads its
 * state from `reportParameters`, draws `ReportFilters` (or `AssessmentPicker` by itself), and sends `state.assessment`
 * with every request; `summaryInputOf` does so.
 */
export function useReportSubject({ assessment, dataFilters }: SubjectState): ReportSubject {
  const { id: environmentId } = useEnvironment()
  const nameOf = useAssessmentName()
  const { data } = useQuery(api.reports.assessments.queryOptions({ input: { environmentId }, staleTime }))
  const found = data?.assessments.find(({ eventType }) => eventType === assessment)
  return {
    eventType: assessment,
    name: nameOf(assessment, found?.name),
    amounts: found?.amounts ?? !withoutAmounts.includes(assessment),
    filters: found?.filters ?? reportAttributesOf(assessment),
    dataFilters: found?.dataFilters ?? (data === undefined ? Object.keys(dataFilters) : []),
    observed: found?.observed,
    listed: data?.assessments,
  }
}

interface AssessmentPickerProps {
  subject: ReportSubject
  onChange: (changes: Partial<ReportState>) => void
}

/** Chooses what a report is about. Range and length of periods stay; filters belong to one assessment and are dropped. */
export function AssessmentPicker({ subject, onChange }: AssessmentPickerProps) {
  const intl = useIntl()
  const nameOf = useAssessmentName()
  const offered = (subject.listed ?? []).filter(({ reported }) => reported)
  const isOffered = offered.some(({ eventType }) => eventType === subject.eventType)
  return (
    <Select
      className="w-fit max-w-full"
      size="sm"
      aria-label={intl.formatMessage({ id: 'Reports.Assessment' })}
      value={subject.eventType}
      onValueChange={assessment => {
        const amounts = offered.find(({ eventType }) => eventType === assessment)?.amounts
        onChange({ ...noFilters, assessment, ...(amounts === true ? {} : { view: 'count' }) })
      }}
      options={[
        // One that is switched off, or that only the address knows, is shown as what it is.
        ...(isOffered ? [] : [{ value: subject.eventType, label: subject.name }]),
        ...offered.map(({ eventType, name }) => ({ value: eventType, label: nameOf(eventType, name) })),
      ]}
    />
  )
}
