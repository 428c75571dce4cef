import { workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../kernel/store/connection/thread-priority.ts'

/** Entry of every thread that works in the background: loading its modules, too, takes no processor from decisions. */
lowerThreadPriority()
const { module } = workerData as { module: string }
await import(module)
