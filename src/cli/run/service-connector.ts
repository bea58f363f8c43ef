// Creates clients for a service, with the settings of this run.
import type { Service, ServiceOptions } from '../../client/http/service';
import type { Output } from '../output/output';
import type { SettingsInUse } from './settings-in-use';
import type { System } from './system';

/** The client settings of a command that sends many requests. */
export type TrafficSettings = Pick<
  Partial<ServiceOptions>,
  'connections' | 'rateLimiter' | 'interrupted'
>;

export class ServiceConnector {
  readonly #system: System;
  readonly #settings: SettingsInUse;
  readonly #output: Output;

  constructor(system: System, settings: SettingsInUse, output: Output) {
    this.#system = system;
    this.#settings = settings;
    this.#output = output;
  }

  /** Aborts the requests of this run. */
  get interrupted(): AbortSignal {
    return this.#system.interrupted;
  }

  /** Returns a client for a service. For a command that sends many requests, `traffic` limits their number and rate. */
  async connect(baseUrl: URL, traffic?: TrafficSettings): Promise<Service> {
    const { Service } = await import('../../client/http/service');
    // undici's HTTP parser is WebAssembly. On Node 20, a short command would wait at its end, longer than all its other
    // work takes, until V8 has compiled the parser a second time. This also takes 20 MB. The client does not call this
    // function, because as a library it must not change how another program runs its code.
    if (process.versions.node.startsWith('20.')) {
      const { compileWebAssemblyOnce } = await import('../../lib/webassembly');
      compileWebAssemblyOnce();
    }
    const output = this.#output;
    return new Service({
      baseUrl,
      env: this.#system.env,
      clock: this.#system.clock,
      timeoutMs: this.#settings.timeoutMs,
      interrupted: this.#system.interrupted,
      ...traffic,
      onMayBillTwice: (reason) => this.#warnOfSecondCharge(reason),
      readOnly: this.#settings.readOnly !== undefined,
      trace: output.debug ? (line) => output.trace(line) : undefined,
    });
  }

  /** Warns before waypost repeats a lookup whose response was lost, because it might be billed twice. */
  async #warnOfSecondCharge(reason: string): Promise<void> {
    if (this.#output.json) this.#output.event({ event: 'may_be_billed_twice', reason });
    else {
      await this.#output.warn(
        `The response to a lookup was lost (${reason}). waypost sends the lookup again, and it might be billed twice.`,
      );
    }
  }
}
