import { Button, Dialog, DialogContent, Select, useFormat } from '@assay/design-system'
import type { ContrastEntry, ContrastInput } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { ChosenFindings } from '../../../platform/contrast/draft/chosen-findings.tsx'
import { DraftDialog } from '../../../platform/contrast/draft/draft-dialog.tsx'
import { useComparison } from '../../../platform/contrast/draft/use-comparison.ts'
import { useCan } from '../../../platform/environments/environments.tsx'
import { useEventTypeName } from '../../../platform/events/use-event-type-name.ts'

/** Whose events are compared with all others: selected nodes, or a stored ring. */
export type SharedSet =
  | { kind: 'nodes'; nodes: readonly string[]; dates?: { from: string; to: string } | undefined }
  | { kind: 'ring'; ringId: string; name: string }

interface ShareDialogProps {
  environmentId: string
  set: SharedSet
  /** Assessment of most of the events; undefined where nobody knows. */
  eventType?: string | undefined
  onClose: () => void
}

/** What tells the events of nodes or of a ring apart from all others, and a rule of the values that were chosen. */
export function ShareDialog({ environmentId, set, eventType: likely = 'purchase', onClose }: ShareDialogProps) {
  const intl = useIntl()
  const can = useCan()
  const nameOf = useEventTypeName()
  const { timeZone } = useFormat()
  const [eventType, setEventType] = useState(likely)
  const [chosen, setChosen] = useState<readonly ContrastEntry[]>([])
  const [drafting, setDrafting] = useState(false)
  const types = useQuery(api.search.eventTypes.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const searched = (types.data ?? []).filter(({ search }) => search)
  const input = comparisonOf({ environmentId, eventType, timeZone, set })
  const comparison = useComparison(input, datesOf(set))
  if (drafting)
    return (
      <DraftDialog
        comparison={input}
        values={chosen}
        hubOf={comparison.hubOf}
        wording={{
          name: intl.formatMessage({ id: 'Explorer.Rule.Name' }),
          description: intl.formatMessage({ id: 'Explorer.Share.Description' }, { count: chosen.length }),
          reason: intl.formatMessage({ id: 'Explorer.Share.Reason' }),
        }}
        onBack={() => setDrafting(false)}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size="lg"
        title={<FormattedMessage id={set.kind === 'ring' ? 'Explorer.Share.Ring' : 'Explorer.Share'} />}
        description={
          set.kind === 'ring' ? (
            <FormattedMessage id="Explorer.Share.RingSets" values={{ name: set.name }} />
          ) : (
            <FormattedMessage id="Explorer.Share.NodeSets" values={{ count: set.nodes.length }} />
          )
        }
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Close" />
            </Button>
            {can('rules', 'write') ? (
              <Button variant="primary" disabled={chosen.length === 0} onClick={() => setDrafting(true)}>
                <FormattedMessage id="Explorer.Share.Draft" values={{ count: chosen.length }} />
              </Button>
            ) : null}
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {searched.length > 1 ? (
            <Select
              aria-label={intl.formatMessage({ id: 'Explorer.Share.Assessment' })}
              className="justify-self-start"
              options={searched.map(type => ({ value: type.key, label: nameOf(type) }))}
              value={eventType}
              onValueChange={next => {
                setEventType(next)
                setChosen([])
              }}
            />
          ) : null}
          <ChosenFindings
            comparison={comparison}
            eventType={eventType}
            chosen={can('rules', 'write') ? chosen : null}
            onChoose={setChosen}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}

const datesOf = (set: SharedSet) => (set.kind === 'nodes' ? set.dates : undefined)

interface Compared {
  environmentId: string
  eventType: string
  timeZone: string
  set: SharedSet
}

/** The set against all other events of the same days: those of the graph, else the newest 90. */
function comparisonOf({ environmentId, eventType, timeZone, set }: Compared): ContrastInput {
  const dates = datesOf(set)
  return {
    environmentId,
    eventType,
    timeZone,
    a:
      set.kind === 'ring'
        ? { kind: 'ring', ringId: set.ringId }
        : { kind: 'nodes', nodes: [...set.nodes], ...(dates ? { dates } : {}) },
    b: { kind: 'search', filter: { period: '90d', timeZone, ...(dates ? { dates } : {}) } },
  }
}
