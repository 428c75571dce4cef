import { Field, Select } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { RootedTab } from '../frame/rooted-tab.tsx'
import type { AdminRoot } from '../frame/use-admin-root.ts'
import { DecisionsForm, type StoredDecisions } from './decisions-form.tsx'

/** The decisions of each assessment of the root environment: the buttons of the review page. */
export function DecisionsTab() {
  return <RootedTab tab="configuration">{admin => <Decisions key={admin.root.id} {...admin} />}</RootedTab>
}

function Decisions(admin: AdminRoot) {
  const environmentId = admin.root.id
  const nameOf = useAssessmentName()
  const types = useQuery(api.search.eventTypes.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const [chosen, setChosen] = useState('purchase')
  const query = useQuery(
    api.cases.configuration.queryOptions({ input: { environmentId, eventType: chosen }, staleTime: 0 }),
  )
  const failed = types.isError ? types : query.isError && !query.data ? query : null
  if (failed)
    return (
      <AdminFrame tab="configuration">
        <QueryError error={failed.error} onRetry={() => void failed.refetch()} />
      </AdminFrame>
    )
  if (!types.data || !query.data) return <AdminFrame tab="configuration" state="loading" />
  return (
    <DecisionsForm
      key={chosen}
      {...admin}
      eventType={chosen}
      stored={query.data as StoredDecisions}
      choice={dirty => (
        <Field
          label={<FormattedMessage id="Admin.Decisions.Assessment" />}
          description={<FormattedMessage id="Admin.Decisions.Assessment.Text" />}
        >
          <Select
            value={chosen}
            // Changes are saved or discarded first.
            disabled={dirty}
            options={types.data
              .filter(({ formerOf }) => formerOf === undefined)
              .map(({ key, name }) => ({ value: key, label: nameOf(key, name) }))}
            onValueChange={setChosen}
          />
        </Field>
      )}
    />
  )
}
