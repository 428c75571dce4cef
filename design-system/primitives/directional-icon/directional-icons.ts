import {
  ArrowLeft, ArrowRight, ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, CornerDownRight, ExternalLink, IndentDecrease, IndentIncrease, List,
  ListTree, LogOut, PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen, Redo2, Send, Undo2, type LucideIcon,
} from 'lucide-react'

/** The icons that point along the reading direction. Clocks, check marks, magnifiers and trend arrows are not among them. */
export const directionalIcons: readonly LucideIcon[] = [
  ArrowLeft, ArrowRight, ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, CornerDownRight, ExternalLink, IndentDecrease, IndentIncrease, List,
  ListTree, LogOut, PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen, Redo2, Send, Undo2,
]
