import { SlidersHorizontal } from 'lucide-react'
import { Fragment } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../../primitives/button/button.tsx'
import { Icon } from '../../../primitives/icon/icon.tsx'
import { type GraphLayout, layoutNames } from '../layout/layouts.ts'
import { colourModes, type GraphColour, type GraphSize, sizeModes } from '../model/appearance.ts'
import type { Graph } from '../model/use-graph.ts'
import { colourNames, layoutMessages, sizeNames } from './display-names.ts'

/** How the graph is drawn. */
export interface GraphDisplay {
  layout: GraphLayout
  colour: GraphColour
  size: GraphSize
  onArrange: () => void
}

interface DisplayMenuProps {
  graph: Graph
  display: GraphDisplay
  disabled: boolean
}

/** The menu of layout, colour and size. */
export function DisplayMenu({ graph, display, disabled }: DisplayMenuProps) {
  const intl = useIntl()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" disabled={disabled}>
          <Icon icon={SlidersHorizontal} />
          <FormattedMessage id="DesignSystem.Graph.Display" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-h-[32rem] overflow-y-auto">
        {choice('DesignSystem.Graph.Layout', layoutNames, layoutMessages, display.layout, layout =>
          graph.changeDisplay({ layout }),
        )}
        {choice('DesignSystem.Graph.Colour', colourModes, colourNames, display.colour, colour =>
          graph.changeDisplay({ colour }),
        )}
        {choice('DesignSystem.Graph.Size', sizeModes, sizeNames, display.size, size => graph.changeDisplay({ size }))}
        <DropdownMenuItem onSelect={display.onArrange}>
          <FormattedMessage id="DesignSystem.Graph.Arrange" />
        </DropdownMenuItem>
        <DropdownMenuItem disabled={graph.state.opened.length === 0} onSelect={graph.closeClusters}>
          <FormattedMessage id="DesignSystem.Graph.CloseClusters" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )

  function choice<Value extends string>(
    title: string,
    values: readonly Value[],
    names: Record<Value, string>,
    value: Value,
    onChange: (value: Value) => void,
  ) {
    return (
      <Fragment key={title}>
        <DropdownMenuLabel>
          <FormattedMessage id={title} />
        </DropdownMenuLabel>
        <DropdownMenuRadioGroup
          aria-label={intl.formatMessage({ id: title })}
          value={value}
          onValueChange={chosen => {
            const next = values.find(entry => entry === chosen)
            if (next !== undefined) onChange(next)
          }}
        >
          {values.map(entry => (
            <DropdownMenuRadioItem key={entry} value={entry}>
              <FormattedMessage id={names[entry]} />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
      </Fragment>
    )
  }
}
