import { Columns2, Download, Group, List, Redo2, Route, Shapes, Undo2, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SegmentedControl } from '../../navigation/segmented-control/segmented-control.tsx'
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { type GraphLayout, layoutNames } from './layout/layouts.ts'
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
const layoutNamesOf: Record<GraphLayout, string> = {
  concentric: 'DesignSystem.Graph.LayoutConcentric',
  breadthfirst: 'DesignSystem.Graph.LayoutBreadthfirst',
  force: 'DesignSystem.Graph.LayoutForce',
}

interface GraphToolbarProps {
  graph: Graph
  summary: ReactNode
  view: GraphView
  onViewChange: (view: GraphView) => void
  layout: GraphLayout
  onLayoutChange: (layout: GraphLayout) => void
  onArrange: () => void
  canFindPath: boolean
  pathShown: boolean
  onPath: () => void
  onPng: (() => void) | undefined
  onJson: () => void
  usable: boolean
}

/** Summary and commands of the whole picture. */
export function GraphToolbar({
  graph,
  summary,
  view,
  onViewChange,
  layout,
  onLayoutChange,
  onArrange,
  canFindPath,
  pathShown,
  onPath,
  onPng,
  onJson,
  usable,
}: GraphToolbarProps) {
  const intl = useIntl()
  const name = (id: string) => intl.formatMessage({ id })
  return (
    <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-be border-line-subtle px-3 py-1">
      {summary}
      <div className="ms-auto flex flex-wrap items-center gap-1">
        <IconButton
          icon={Undo2}
          label={name('DesignSystem.Graph.Undo')}
          disabled={!graph.canUndo}
          onClick={graph.undo}
        />
        <IconButton
          icon={Redo2}
          label={name('DesignSystem.Graph.Redo')}
          disabled={!graph.canRedo}
          onClick={graph.redo}
        />
        <IconButton
          icon={Route}
          label={name(pathShown ? 'DesignSystem.Graph.ClearPath' : 'DesignSystem.Graph.FindPath')}
          pressed={pathShown}
          disabled={!usable || !canFindPath}
          onClick={onPath}
        />
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton icon={Shapes} label={name('DesignSystem.Graph.Layout')} disabled={!usable} />
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuRadioGroup
              value={layout}
              onValueChange={value => onLayoutChange(layoutNames.find(entry => entry === value) ?? 'concentric')}
            >
              {layoutNames.map(entry => (
                <DropdownMenuRadioItem key={entry} value={entry}>
                  <FormattedMessage id={layoutNamesOf[entry]} />
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={onArrange}>
              <FormattedMessage id="DesignSystem.Graph.Arrange" />
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
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
            <DropdownMenuItem disabled={onPng === undefined} onSelect={onPng}>
              <FormattedMessage id="DesignSystem.Graph.ExportPng" />
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={onJson}>
              <FormattedMessage id="DesignSystem.Graph.ExportJson" />
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
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
      </div>
    </div>
  )
}
