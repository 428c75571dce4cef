import type { GraphLayout } from '../layout/layouts.ts'
import type { GraphColour, GraphSize } from '../model/appearance.ts'

/** Messages of the choices of the display menu. */
export const layoutMessages: Record<GraphLayout, string> = {
  concentric: 'DesignSystem.Graph.LayoutConcentric',
  breadthfirst: 'DesignSystem.Graph.LayoutBreadthfirst',
  force: 'DesignSystem.Graph.LayoutForce',
  timeline: 'DesignSystem.Graph.LayoutTimeline',
}

export const colourNames: Record<GraphColour, string> = {
  band: 'DesignSystem.Graph.ColourBand',
  decision: 'DesignSystem.Graph.ColourDecision',
  reviewDecision: 'DesignSystem.Graph.ColourReviewDecision',
  label: 'DesignSystem.Graph.ColourLabel',
  community: 'DesignSystem.Graph.ColourCommunity',
  age: 'DesignSystem.Graph.ColourAge',
}

export const sizeNames: Record<GraphSize, string> = {
  constant: 'DesignSystem.Graph.SizeConstant',
  degree: 'DesignSystem.Graph.SizeDegree',
  amount: 'DesignSystem.Graph.SizeAmount',
}
