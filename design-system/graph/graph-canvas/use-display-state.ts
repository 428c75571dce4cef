import { useControllable } from '../../lib/use-controllable.ts'
import type { GraphCanvasProps } from './graph-canvas-props.ts'
import { type GraphLayout, layoutNames } from './layout/layouts.ts'
import { colourModes, type GraphColour, type GraphSize, sizeModes } from './model/appearance.ts'
import type { DisplayValues } from './model/graph-state.ts'

/** Layout, colour and size of the nodes, each given by the consumer or chosen in the menu, with what changes them; and the other props. */
export function useDisplayState<Props extends Partial<GraphCanvasProps>>({
  layout: givenLayout,
  defaultLayout = 'concentric',
  onLayoutChange,
  colour: givenColour,
  defaultColour = 'band',
  onColourChange,
  size: givenSize,
  defaultSize = 'constant',
  onSizeChange,
  ...others
}: Props) {
  const [layout, setLayout] = useControllable<GraphLayout>({
    value: givenLayout,
    defaultValue: defaultLayout,
    onValueChange: onLayoutChange,
  })
  const [colour, setColour] = useControllable<GraphColour>({
    value: givenColour,
    defaultValue: defaultColour,
    onValueChange: onColourChange,
  })
  const [size, setSize] = useControllable<GraphSize>({
    value: givenSize,
    defaultValue: defaultSize,
    onValueChange: onSizeChange,
  })
  /** Changes what differs: a consumer hears of nothing else. */
  const apply = (next: DisplayValues) => {
    const [nextLayout, nextColour, nextSize] = [
      layoutNames.find(each => each === next.layout),
      colourModes.find(each => each === next.colour),
      sizeModes.find(each => each === next.size),
    ]
    if (nextLayout !== undefined && nextLayout !== layout) setLayout(nextLayout)
    if (nextColour !== undefined && nextColour !== colour) setColour(nextColour)
    if (nextSize !== undefined && nextSize !== size) setSize(nextSize)
  }
  return [{ values: { layout, colour, size }, apply }, others] as const
}
