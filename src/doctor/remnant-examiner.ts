import type { ChatLogStore } from '@parley/chat-log-store'
import type { Examiner, Finding, FindingsPage, PageRequest, RepairRequest } from './finding.js'

/** Entries without their log. A log is created before its entries and deleted after them. */
export class RemnantExaminer implements Examiner {
  constructor(private readonly chatLogs: ChatLogStore) {}

  async page({ after }: Pick<PageRequest, 'after'>): Promise<FindingsPage> {
    const { names, next } = await this.chatLogs.remnants(after ?? undefined)
    const findings = names.map((name): Finding => {
      const detail = `entries of a log are left, and the log is gone (document ${name})`
      return { part: 'remnants', kind: 'entries-without-log', subject: name, detail }
    })
    return { examined: names.length, findings, next }
  }

  repair({ subject }: Pick<RepairRequest, 'subject'>): Promise<boolean> {
    return this.chatLogs.removeRemnant(subject)
  }
}
