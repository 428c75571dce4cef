import { Columns2, Download, Group, List, Redo2, Route, Undo2, Waypoints } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SegmentedControl } from '../../navigation/segmented-control/segmented-control.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { DisplayMenu, type GraphDisplay } from './display/display-menu.tsx'
import type { GraphExport } from './files/use-graph-exports.ts'
import { kindStyles } from './model/kind-styles.ts'
import type { Graph } from './model/use-graph.ts'

export const graphViews = ['canvas', 'both', 'list'] as const
export type GraphView = (typeof graphViews)[number]

const viewIcons = { canvas: Waypoints, both: Columns2, list: List } as const
const viewNames = {
  canvas: 'DesignSystem.Graph.ShowCanvas',
  both: 'DesignSystem.Graph.ShowBoth',
  list: 'DesignSystem.Graph.ShowList',
} as const
interface GraphToolbarProps {
  graph: Graph
  summary: ReactNode
  view: GraphView
  /** Without it the consumer alone chooses the view. */
  onViewChange?: ((view: GraphView) => void) | undefined
  display: GraphDisplay
  canFindPath: boolean
  pathShown: boolean
  onPath: () => void
  onUndo: () => void
  onRedo: () => void
  exports: readonly GraphExport[]
  /** An entry of the consumer after them. */
  exportAction: { label: string; run: () => void } | undefined
  usable: boolean
}

/** Summary and commands of the whole picture. */
export function GraphToolbar({
  graph,
  summary,
  view,
  onViewChange,
  display,
  canFindPath,
  pathShown,
  onPath,
  onUndo,
  onRedo,
  exports,
  exportAction,
  usable,
}: GraphToolbarProps) {
  const intl = useIntl()
  const undo = useRef<HTMLButtonElement>(null)
  const redo = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // After the last step its button is disabled and would lose the focus.
    if (!graph.canUndo && document.activeElement === undo.current) redo.current?.focus()
    else if (!graph.canRedo && document.activeElement === redo.current) undo.current?.focus()
  }, [graph.canUndo, graph.canRedo])
  const name = (id: string) => intl.formatMessage({ id })
  return (
    <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-be border-line-subtle px-3 py-1">
      {summary}
      <div className="ms-auto flex flex-wrap items-center gap-1">
        <IconButton
          icon={Undo2}
          label={name('DesignSystem.Graph.Undo')}
          ref={undo}
          disabled={!graph.canUndo}
          onClick={onUndo}
        />
        <IconButton
          icon={Redo2}
          label={name('DesignSystem.Graph.Redo')}
          ref={redo}
          disabled={!graph.canRedo}
          onClick={onRedo}
        />
        <IconButton
          icon={Route}
          label={name(pathShown ? 'DesignSystem.Graph.ClearPath' : 'DesignSystem.Graph.FindPath')}
          pressed={pathShown}
          disabled={!usable || !canFindPath}
          onClick={onPath}
        />
        <DisplayMenu graph={graph} display={display} disabled={!usable} />
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton icon={Group} label={name('DesignSystem.Graph.Group')} disabled={!usable} />
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {[...graph.visible.kinds].map(([kind, count]) => (
              <DropdownMenuCheckboxItem
                key={kind}
                disabled={count < 2}
                checked={graph.state.grouped.includes(kind)}
                onCheckedChange={() => graph.group(kind)}
                onSelect={event => event.preventDefault()}
              >
                <FormattedMessage
                  id="DesignSystem.Graph.GroupKind"
                  values={{ kind: name(kindStyles[kind].many), count }}
                />
              </DropdownMenuCheckboxItem>
            ))}
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={graph.showAll}>
              <FormattedMessage id="DesignSystem.Graph.ShowEverything" />
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton icon={Download} label={name('DesignSystem.Graph.Export')} disabled={!usable} />
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {exports.map(({ id, save }) => (
              <DropdownMenuItem key={id} disabled={save === undefined} onSelect={save}>
                <FormattedMessage id={id} />
              </DropdownMenuItem>
            ))}
            {exportAction ? (
              <>
                <DropdownMenuSeparator />
                <DropdownMenuItem onSelect={exportAction.run}>{exportAction.label}</DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
        {onViewChange === undefined ? null : (
          <SegmentedControl
            label={name('DesignSystem.Graph.View')}
            value={view}
            onValueChange={onViewChange}
            segments={graphViews.map(entry => ({
              value: entry,
              label: name(viewNames[entry]),
              start: <Icon icon={viewIcons[entry]} />,
            }))}
          />
        )}
      </div>
    </div>
  )
}
