import { Button, Callout, Spinner } from '@assay/design-system'
import type { BrokenText, SchemaEvidence as Evidence, SchemaChangeEvidence } from '@assay/risk-service/contract'
import type { AssessmentSchema } from '@assay/risk-service/contract/assessment-schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { assessmentSubpage } from '../../../platform/assessments/assessment-pages.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'

interface SchemaEvidenceProps {
  assessmentId: string
  schema: AssessmentSchema
  /** Number of changes that events or texts can feel. */
  changes: number
}

/** After how many milliseconds a check can be cancelled. */
const patience = 1000

/** What a changed schema would have meant for stored events, and means for rules and velocities. */
export function SchemaEvidence({ assessmentId, schema, changes }: SchemaEvidenceProps) {
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const checked = useDebouncedValue(schema, 500)
  const [cancelled, setCancelled] = useState<AssessmentSchema | null>(null)
  const input = {
    environmentId,
    assessmentId,
    schema: { sections: [...checked.sections], custom: [...checked.custom] },
  }
  const options = api.assessmentConfiguration.checkSchema.queryOptions({ input, staleTime: 60_000, retry: false })
  const { data, error, refetch } = useQuery({ ...options, enabled: cancelled !== checked })
  if (checked === schema && data !== undefined) return <Findings evidence={data} />
  if (checked === schema && error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  if (cancelled === checked)
    return (
      <Callout
        tone="info"
        actions={
          <Button size="sm" onClick={() => setCancelled(null)}>
            <FormattedMessage id="Assessments.Evidence.Check" />
          </Button>
        }
      >
        <FormattedMessage id="Assessments.Evidence.Cancelled" values={{ count: changes }} />
      </Callout>
    )
  return (
    <Checking
      key={JSON.stringify(checked)}
      onCancel={() => {
        setCancelled(checked)
        void queries.cancelQueries({ queryKey: options.queryKey })
      }}
    />
  )
}

function Checking({ onCancel }: { onCancel: () => void }) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className="flex min-h-control items-center gap-2 text-fg-secondary">
      <Spinner aria-hidden />
      <FormattedMessage id="Assessments.Evidence.Checking" />
      {long ? (
        <Button size="sm" variant="ghost" onClick={onCancel}>
          <FormattedMessage id="Common.Cancel" />
        </Button>
      ) : null}
    </div>
  )
}

function Findings({ evidence }: { evidence: Evidence }) {
  const { checked, refused, changes, texts, broken } = evidence
  const refusing = changes.filter(change => change.refused > 0)
  const required = changes.filter(({ kind }) => kind === 'required')
  return (
    <Callout tone={refused > 0 || broken.length > 0 ? 'warning' : 'info'} live>
      <ul className="flex flex-col gap-1">
        {refusing.map(change => (
          <li key={`${change.kind} ${change.path}`}>
            <Refusing change={change} checked={checked} />
          </li>
        ))}
        {required.length > 0 ? (
          <li>
            <FormattedMessage
              id="Assessments.Evidence.Required"
              values={{
                fields: (
                  <bdi key="fields" dir="ltr" className="font-mono">
                    {required.map(({ path }) => path).join(', ')}
                  </bdi>
                ),
              }}
            />
          </li>
        ) : null}
        {refused === 0 ? (
          <li>
            <FormattedMessage id="Assessments.Evidence.None" values={{ checked }} />
          </li>
        ) : refusing.length > 1 ? (
          <li>
            <FormattedMessage id="Assessments.Evidence.All" values={{ refused, checked }} />
          </li>
        ) : null}
        {broken.map(text => (
          <li key={`${text.id} ${text.place ?? ''} ${text.code} ${JSON.stringify(text.params)}`}>
            <Broken text={text} />
          </li>
        ))}
        {broken.length === 0 ? (
          <li>
            <FormattedMessage id="Assessments.Evidence.Texts" values={{ texts }} />
          </li>
        ) : null}
      </ul>
    </Callout>
  )
}

const Refusing = ({ change, checked }: { change: SchemaChangeEvidence; checked: number }) => (
  <FormattedMessage
    id={`Assessments.Evidence.${change.kind === 'required' ? 'MakingRequired' : 'Adding'}`}
    values={{
      field: (
        <bdi key="field" dir="ltr" className="font-mono">
          {change.path}
        </bdi>
      ),
      refused: change.refused,
      checked,
    }}
  />
)

/** A clause, velocity or condition, or a field that the assessment reads, that has a fault with the changed schema. */
function Broken({ text }: { text: BrokenText }) {
  const { kind, name, environmentId, environment, place } = text
  const { id: own } = useEnvironment()
  const target = useTarget(text)
  const named =
    target === null ? (
      <bdi key="name" className="font-medium">
        {name}
      </bdi>
    ) : (
      <Link key="name" to={target} className="font-medium text-link underline">
        <bdi>{name}</bdi>
      </Link>
    )
  const isCondition = place === null && (kind === 'rule' || kind === 'velocity')
  return (
    <>
      <FormattedMessage
        id={isCondition ? `Assessments.Evidence.BreaksCondition.${kind}` : `Assessments.Evidence.Breaks.${kind}`}
        values={{ name: named, place: <bdi key="place">{place}</bdi> }}
      />
      {environmentId === own ? null : <bdi className="text-fg-muted"> {environment}</bdi>}
    </>
  )
}

/** Returns the address of what breaks; null where the user, or this environment, has no page of it. */
function useTarget({ kind, id, environmentId, eventType }: BrokenText): string | null {
  const can = useCan()
  const href = useHref()
  const { id: own } = useEnvironment()
  if (environmentId !== own) return null
  if (kind === 'velocity') return can('velocities') ? href('/data/velocities', new URLSearchParams({ set: id })) : null
  if (eventType === null) return null
  if (kind !== 'rule') return href(assessmentSubpage(eventType, 'configuration'))
  return can('rules') ? href(rulesPathOf(eventType), new URLSearchParams({ rule: id })) : null
}
