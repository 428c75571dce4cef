import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { ChartAudio } from './chart-audio.ts'
import { createStore, type Store } from './store.ts'

/** A step that one chart of a page points at, for the others that share its axis. */
export interface Crosshair {
  /** The chart. */
  source: string
  /** What the axis measures. */
  axis: string
  /** The place on the axis: a time, a score. */
  position: number
}

/** A chart, or a table, that is about to be handed over: as a file, or as text in the clipboard. */
export interface ChartExport {
  /** Title of the chart, name of the table. */
  title: string
  /** Name of the file, without the extension. */
  fileName: string
  format: 'csv' | 'json' | 'clipboard' | 'png' | 'pdf'
  rows: number
}

interface Surroundings {
  crosshair: Store<Crosshair | null>
  onExport: ((file: ChartExport) => Promise<unknown>) | undefined
  createAudio: (() => ChartAudio) | null
}

/** The browser's own audio; some have none, nor have those that render on a server. */
const browserAudio = (): Surroundings['createAudio'] =>
  typeof AudioContext === 'undefined' ? null : () => new AudioContext()

const ChartsContext = createContext<Surroundings | null>(null)
/** Charts without a provider do not share anything, even with one another. */
const alone: Store<Crosshair | null> = { get: () => null, set: () => undefined, subscribe: () => () => undefined }

export interface ChartsProviderProps {
  /** Called before figures or a picture are saved or copied: rejected, they are not. For a log of exports. */
  onExport?: (file: ChartExport) => Promise<unknown>
  /** Makes the audio of charts that are heard; null where there is none. The browser's own by default. */
  createAudio?: (() => ChartAudio) | null
  /** The charts of a page: what one points at, the others on the same axis show, too. */
  children: ReactNode
}

/** What charts share: the step that is pointed at, the log of exports, and the audio. */
export function ChartsProvider({ onExport, createAudio, children }: ChartsProviderProps) {
  const [crosshair] = useState(() => createStore<Crosshair | null>(null))
  const value = useMemo(
    () => ({ crosshair, onExport, createAudio: createAudio === undefined ? browserAudio() : createAudio }),
    [crosshair, onExport, createAudio],
  )
  return <ChartsContext value={value}>{children}</ChartsContext>
}

/** What the charts of the page share; a chart without a provider is alone. */
export function useCharts(): Surroundings {
  return useContext(ChartsContext) ?? { crosshair: alone, onExport: undefined, createAudio: browserAudio() }
}
