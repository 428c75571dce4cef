import { Heading, SegmentedControl } from '@assay/design-system'
import { JsonViewer } from '@assay/design-system/editor'
import type { AssessmentTemplateName } from '@assay/risk-service/contract'
import {
  type AssessmentSchema,
  type PayloadFilter,
  payloadFilters,
  samplePayload,
} from '@assay/risk-service/contract/assessment-schemas'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

const filterLabels = {
  all: 'Explorer.Show.All',
  required: 'Ontology.Column.Required',
  searchable: 'Ontology.Column.Searchable',
} as const

interface JsonPreviewProps {
  schema: AssessmentSchema
  template: AssessmentTemplateName
}

/** The body of a call as the schema describes it, made of sample values. */
export function JsonPreview({ schema, template }: JsonPreviewProps) {
  const intl = useIntl()
  const [filter, setFilter] = useState<PayloadFilter>('all')
  const payload = useMemo(() => samplePayload(schema, template, filter), [schema, template, filter])
  const title = intl.formatMessage({ id: 'Schema.Preview' })
  return (
    <section aria-label={title} className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <Heading level={2} size="sm">
          <FormattedMessage id="Schema.Preview" />
        </Heading>
        <SegmentedControl<PayloadFilter>
          label={intl.formatMessage({ id: 'Schema.Preview.Filter' })}
          value={filter}
          onValueChange={setFilter}
          segments={payloadFilters.map(each => ({
            value: each,
            label: intl.formatMessage({ id: filterLabels[each] }),
          }))}
        />
      </div>
      <JsonViewer key={filter} className="min-h-0 flex-1" label={title} value={payload} openDepth={3} />
    </section>
  )
}
