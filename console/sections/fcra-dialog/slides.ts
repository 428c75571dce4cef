import { Ban, Gavel, type LucideIcon, Scale, Share2, Users } from 'lucide-react'

export interface Slide {
  id: string
  icon: LucideIcon
}

/** The presentation, in order. Titles and texts are messages; the transcript is the same texts. */
export const slides: readonly Slide[] = [
  { id: 'Purpose', icon: Scale },
  { id: 'Allowed', icon: Gavel },
  { id: 'Forbidden', icon: Ban },
  { id: 'Sharing', icon: Share2 },
  { id: 'Duty', icon: Users },
]

/** Time to read a text calmly, in milliseconds: never under six seconds. */
export function readingTime(text: string): number {
  return Math.max(6000, text.length * 55)
}
