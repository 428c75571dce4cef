import { Button, belowMd, Callout, DataTable, EmptyState, Field, Select, useMediaQuery } from '@assay/design-system'
import {
  type MovedObject,
  type MoveNote,
  type MovingInReport,
  movedKinds,
  moveStates,
} from '@assay/risk-service/contract'
import { type ReactNode, useMemo, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SearchBox } from '../../platform/hotkeys/search-box.tsx'
import { useParameterText } from '../../platform/router/use-parameter-text.ts'
import { movedColumns } from './moved-columns.tsx'
import type { MovingInAddress, SetMovingInAddress } from './moving-in-address.ts'
import { refusalText } from './note-text.tsx'

const keyOf = (object: MovedObject) => object.key

interface ReportViewProps {
  report: MovingInReport
  address: MovingInAddress
  setAddress: SetMovingInAddress
}

/** Returns the objects that the filters of the address leave. */
export function useShownObjects({ report, address }: Pick<ReportViewProps, 'report' | 'address'>) {
  const intl = useIntl()
  const columns = useMemo(() => movedColumns(intl, report.applied), [intl, report.applied])
  const text = address.q.trim().toLocaleLowerCase()
  const shown = report.objects.filter(
    ({ state, kind, name, key }) =>
      (address.state === null || state === address.state) &&
      (address.kind === null || kind === address.kind) &&
      (text === '' || `${name}\n${key}`.toLocaleLowerCase().includes(text)),
  )
  return { columns, shown }
}

/** The filters above the objects: how many there are in each state and of each kind. */
export function ReportFilters({ report: { objects }, address, setAddress }: ReportViewProps) {
  const intl = useIntl()
  const search = useRef<HTMLInputElement>(null)
  const [text, look] = useParameterText(address.q, q => setAddress({ q }))
  const states = Map.groupBy(objects, ({ state }) => state)
  const kinds = Map.groupBy(objects, ({ kind }) => kind)
  const counted = (label: string, count: number) =>
    intl.formatMessage({ id: 'Rules.Translate.Show.State' }, { state: label, count })
  const all = { value: 'all', label: intl.formatMessage({ id: 'Rules.Translate.Show.All' }, { count: objects.length }) }
  return (
    <div className="flex min-h-bar flex-wrap items-end gap-x-4 gap-y-2 border-y border-line-subtle px-page py-2">
      <SearchBox box={search} label={intl.formatMessage({ id: 'MovingIn.Search' })} value={text} onChange={look} />
      <Field label={<FormattedMessage id="MovingIn.Column.state" />} className="min-w-0 max-w-xs flex-1">
        <Select
          value={address.state ?? 'all'}
          onValueChange={value => setAddress({ state: moveStates.find(each => each === value) ?? null, object: null })}
          options={[
            all,
            ...moveStates
              .filter(each => states.has(each))
              .map(each => ({
                value: each,
                label: counted(
                  intl.formatMessage({ id: `Rules.Translate.State.${each}` }),
                  states.get(each)?.length ?? 0,
                ),
              })),
          ]}
        />
      </Field>
      <Field label={<FormattedMessage id="MovingIn.Column.kind" />} className="min-w-0 max-w-xs flex-1">
        <Select
          value={address.kind ?? 'all'}
          onValueChange={value => setAddress({ kind: movedKinds.find(each => each === value) ?? null, object: null })}
          options={[
            all,
            ...movedKinds
              .filter(each => kinds.has(each))
              .map(each => ({
                value: each,
                label: counted(intl.formatMessage({ id: `MovingIn.Kind.${each}` }), kinds.get(each)?.length ?? 0),
              })),
          ]}
        />
      </Field>
    </div>
  )
}

/** Everything that moves in, with its state and what to do next. */
export function ReportTable({ report, address, setAddress }: ReportViewProps): ReactNode {
  const intl = useIntl()
  const small = useMediaQuery(belowMd)
  const { columns, shown } = useShownObjects({ report, address })
  return (
    <DataTable
      className="min-w-0 flex-1"
      label={intl.formatMessage({ id: 'MovingIn.Objects' })}
      narrow={small ? 'cards' : 'scroll'}
      processing="client"
      columns={columns}
      rows={shown}
      getRowId={keyOf}
      getRowName={row => row.name}
      status={shown.length === 0 ? 'noResults' : 'ready'}
      currentRowId={address.object}
      onCurrentRowChange={id => setAddress({ object: id })}
      onRowOpen={row => setAddress({ object: row.key })}
      message={
        shown.length === 0 ? (
          <EmptyState
            kind="no-results"
            title={<FormattedMessage id="MovingIn.None" />}
            actions={
              <Button onClick={() => setAddress({ q: '', state: null, kind: null })}>
                <FormattedMessage id="Common.ClearSearch" />
              </Button>
            }
          />
        ) : undefined
      }
    />
  )
}

/** Why nothing can be moved in. */
export function Refusal({ note }: { note: MoveNote }) {
  const intl = useIntl()
  return (
    <Callout tone="danger" live className="mx-page my-2">
      <FormattedMessage id="MovingIn.Refused" values={{ reason: <bdi key="reason">{refusalText(intl, note)}</bdi> }} />
    </Callout>
  )
}
