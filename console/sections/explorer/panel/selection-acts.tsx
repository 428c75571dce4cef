import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Icon,
  lazyPart,
  useToast,
} from '@assay/design-system'
import type { GraphNode, GraphSelection } from '@assay/risk-service/contract'
import { Ellipsis, Gavel, ListPlus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import type { DecidedCase } from '../../../platform/cases/bulk/bulk-decisions.ts'
import { useBulkDecision } from '../../../platform/cases/bulk/use-bulk-decision.tsx'
import { useOfferedDecisions } from '../../../platform/cases/bulk/use-offered-decisions.ts'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { viewInput } from '../query/use-explorer-graph.ts'
import { mostFrequentType } from '../share/most-frequent-type.ts'
import { listedValuesOf, searchOf } from './selected-values.ts'
import { bundleSize, useBundle } from './use-bundle.ts'
import { useEntityRule } from './use-entity-rule.ts'
import { useSelection } from './use-selection.ts'

const AddToListDialog = lazyPart(() =>
  import('../../../platform/event-actions/add-to-list-dialog.tsx').then(module => ({
    default: module.AddToListDialog,
  })),
)
const LabelDialog = lazyPart(() =>
  import('../../../platform/event-actions/label-dialog.tsx').then(module => ({ default: module.LabelDialog })),
)
const ShareDialog = lazyPart(() =>
  import('../share/share-dialog.tsx').then(module => ({ default: module.ShareDialog })),
)
const NoteDialog = lazyPart(() => import('./note-dialog.tsx').then(module => ({ default: module.NoteDialog })))

interface SelectionActsProps {
  view: ReturnType<typeof viewInput>
  /** The selected nodes as the service describes them. */
  nodes: readonly GraphNode[]
  /** False: the node is in hand and nobody selected it. */
  selected: boolean
  /** Reads the graph again after a change. */
  onChanged: () => void
  /** Looks for rings among the events of the nodes. */
  onFindRings: (nodes: string[]) => void
}

type OpenDialog = 'list' | 'label' | 'note' | 'share' | null

/** What can be done with the selected nodes and the events behind them. */
export function SelectionActs({ view, nodes, selected, onChanged, onFindRings }: SelectionActsProps) {
  const intl = useIntl()
  const can = useCan()
  const href = useHref()
  const navigate = useNavigate()
  const offline = useOffline()
  const { toast } = useToast()
  const { environmentId } = view
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const ids = nodes.map(({ id }) => id).join('\n')
  /** The nodes over which the menu was opened. */
  const [menuIds, setMenuIds] = useState('')
  const { selection, error, retry } = useSelection(view, nodes, selected || menuIds === ids)
  const open = useMemo(
    () => (selection?.openCases ?? []).filter(({ refusal }) => refusal === null).map(each => toCase(each, nodes)),
    [selection, nodes],
  )
  const decisions = useOfferedDecisions(environmentId, [...new Set(open.map(({ eventType }) => eventType))])
  const bulk = useBulkDecision<DecidedCase>({ environmentId, onFinished: onChanged })
  const bundle = useBundle(onChanged)
  const draftRule = useEntityRule(environmentId, nodes)
  const values = listedValuesOf(nodes)
  const search = searchOf(nodes, view.dates)
  const [support, custom] = [can('lists.support', 'write'), can('lists.custom', 'write')]
  const events = selection?.events ?? []
  const listed = Object.values(values).some(list => list.length > 0)
  return (
    <div
      role="group"
      data-slot="selection-acts"
      aria-label={intl.formatMessage({ id: 'Explorer.Acts' }, { count: nodes.length })}
      className="flex flex-wrap items-center gap-2"
    >
      {nodes.length === 0 ? (
        <p className="text-xs text-fg-muted">
          <FormattedMessage id="Explorer.Acts.None" />
        </p>
      ) : (
        <>
          {error ? <QueryError error={error} onRetry={retry} /> : null}
          {selection?.complete === false ? (
            <p className="basis-full text-xs text-fg-muted">
              <FormattedMessage id="Explorer.Selection.Newest" />
            </p>
          ) : null}
          {selection !== undefined && selection.missing.length > 0 ? (
            <p className="basis-full text-xs text-fg-muted">
              <FormattedMessage id="Explorer.Selection.Missing" values={{ count: selection.missing.length }} />
            </p>
          ) : null}
          {open.length > 0 && decisions.length > 0 ? (
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <Button disabled={offline}>
                  <Icon icon={Gavel} />
                  <FormattedMessage id="Explorer.Decide" values={{ count: open.length }} />
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent side="top">
                {decisions.map(decision => (
                  <DropdownMenuItem key={decision.name} onSelect={() => bulk.open(decision, open)}>
                    {decision.name}
                  </DropdownMenuItem>
                ))}
              </DropdownMenuContent>
            </DropdownMenu>
          ) : null}
          {(support || custom) && listed ? (
            <Button disabled={offline} onClick={() => setDialog('list')}>
              <Icon icon={ListPlus} />
              <FormattedMessage id="Explorer.List" />
            </Button>
          ) : null}
          <DropdownMenu onOpenChange={opened => opened && setMenuIds(ids)}>
            <DropdownMenuTrigger asChild>
              <Button>
                <Icon icon={Ellipsis} />
                <FormattedMessage id="Explorer.More" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent side="top" align="end">
              {can('cases.review', 'write') && open[0] ? (
                <DropdownMenuItem disabled={offline} onSelect={() => bundle(open)}>
                  <FormattedMessage id="Explorer.Bundle" values={{ count: bundleSize(open) }} />
                </DropdownMenuItem>
              ) : null}
              {can('actions.run', 'write') ? (
                <DropdownMenuItem disabled={events.length === 0 || offline} onSelect={() => setDialog('label')}>
                  <FormattedMessage id="Explorer.Label" values={{ count: events.length }} />
                </DropdownMenuItem>
              ) : null}
              {can('notes', 'write') ? (
                <DropdownMenuItem disabled={events.length === 0 || offline} onSelect={() => setDialog('note')}>
                  <FormattedMessage id="Explorer.Note" values={{ count: events.length }} />
                </DropdownMenuItem>
              ) : null}
              <DropdownMenuSeparator />
              {can('search') ? (
                <DropdownMenuItem disabled={selection === undefined || offline} onSelect={() => setDialog('share')}>
                  <FormattedMessage id="Explorer.Share" />
                </DropdownMenuItem>
              ) : null}
              <DropdownMenuItem disabled={offline} onSelect={() => onFindRings(nodes.map(({ id }) => id))}>
                <FormattedMessage id="Explorer.Rings.FindAmong" />
              </DropdownMenuItem>
              {draftRule ? (
                <DropdownMenuItem disabled={offline} onSelect={draftRule}>
                  <FormattedMessage id="Explorer.Rule" />
                </DropdownMenuItem>
              ) : null}
              <DropdownMenuItem
                disabled={search === null}
                onSelect={() => {
                  if (search) void navigate(href('/search', search))
                }}
              >
                <FormattedMessage id="Explorer.Search" />
              </DropdownMenuItem>
              <DropdownMenuItem
                onSelect={() => {
                  const copied = nodes.map(({ key, text }) => key ?? text).join('\n')
                  void navigator.clipboard.writeText(copied).then(
                    () => toast({ title: intl.formatMessage({ id: 'Explorer.Copied' }, { count: nodes.length }) }),
                    () => toast({ tone: 'info', title: copied }),
                  )
                }}
              >
                <FormattedMessage id="Explorer.CopyIds" />
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </>
      )}
      {bulk.dialogs}
      <Suspense fallback={null}>
        {dialog === 'list' ? (
          <AddToListDialog
            environmentId={environmentId}
            values={values}
            count={nodes.length}
            title={<FormattedMessage id="Explorer.List.Title" values={{ count: nodes.length }} />}
            together
            support={support}
            custom={custom}
            onSaved={onChanged}
            onClose={() => setDialog(null)}
          />
        ) : dialog === 'label' ? (
          <LabelDialog environmentId={environmentId} rows={events} onSent={onChanged} onClose={() => setDialog(null)} />
        ) : dialog === 'note' ? (
          <NoteDialog events={events} onClose={() => setDialog(null)} />
        ) : dialog === 'share' ? (
          <ShareDialog
            environmentId={environmentId}
            set={{ kind: 'nodes', nodes: nodes.map(({ id }) => id), dates: view.dates }}
            eventType={mostFrequentType(events)}
            onClose={() => setDialog(null)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

/** A case of the selection with the amount of its event, where that is in the picture. */
function toCase(open: GraphSelection['openCases'][number], nodes: readonly GraphNode[]): DecidedCase {
  const [amount] = nodes.find(({ event }) => event?.eventId === open.eventId)?.amounts ?? []
  const { environmentId, eventType, externalId } = open
  return { environmentId, eventType, externalId, amount: amount?.amount ?? null, currency: amount?.currency ?? null }
}
