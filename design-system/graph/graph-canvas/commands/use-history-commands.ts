import { useIntl } from 'react-intl'
import { useAnnounce } from '../../../lib/announcer.tsx'
import type { Graph } from '../model/use-graph.ts'

/** Undo and redo of the changes to a graph, each with its announcement. */
export function useHistoryCommands(graph: Graph): { undo: () => void; redo: () => void } {
  const intl = useIntl()
  const announce = useAnnounce()
  return {
    undo: () => {
      if (!graph.canUndo) return
      graph.undo()
      announce(intl.formatMessage({ id: 'DesignSystem.Graph.Undone' }))
    },
    redo: () => {
      if (!graph.canRedo) return
      graph.redo()
      announce(intl.formatMessage({ id: 'DesignSystem.Graph.Redone' }))
    },
  }
}
