import { Button, createColumns, Icon, SimpleTable } from '@assay/design-system'
import type { ObservationEvent } from '@assay/risk-service/contract'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { assessmentSubpage } from '../../../platform/assessments/assessment-pages.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { observationTemplateNames } from '../observations/template-names.ts'
import { type SectionProps, SummarySection } from './summary-section.tsx'

const c = createColumns<ObservationEvent>()

/** The observation events of an assessment, each with what was received of it. */
export function ObservationSection({ configuration, locked }: SectionProps) {
  const intl = useIntl()
  const href = useHref()
  const { eventType, observations } = configuration
  const title = intl.formatMessage({ id: 'Assessments.Observations' })
  const columns = useMemo(
    () => [
      c.custom('name', {
        labelId: 'Templates.Assessment.FriendlyName',
        rowHeader: true,
        value: row => row.name,
        cell: row => (
          <Link
            to={href(assessmentSubpage(eventType, `observations/${encodeURIComponent(row.id)}`))}
            className="truncate text-link hover:underline focus-ring"
          >
            <bdi>{row.name}</bdi>
          </Link>
        ),
      }),
      c.text('apiName', { labelId: 'Rules.Branch.ApiName', mono: true, value: row => row.apiName }),
      c.text('template', {
        labelId: 'Ontology.Use.template',
        value: row => intl.formatMessage({ id: observationTemplateNames[row.template] }),
      }),
      c.number('events', { labelId: 'Assessments.Column.Events', value: row => row.events }),
    ],
    [eventType, href, intl],
  )
  return (
    <SummarySection
      title={title}
      action={
        locked ? null : (
          <Button asChild size="sm">
            <Link to={href(assessmentSubpage(eventType, 'observations/create'))}>
              <Icon icon={Plus} />
              <FormattedMessage id="Assessments.Observations.New" />
            </Link>
          </Button>
        )
      }
    >
      <SimpleTable
        label={title}
        columns={columns}
        rows={observations}
        getRowId={({ id }) => id}
        gutter="none"
        narrow="cards"
        empty={<FormattedMessage id="Assessments.Observations.None" />}
      />
    </SummarySection>
  )
}
