import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager } from "@langchain/core/callbacks/manager";
import type { UsageMetadata } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import type { RunnableConfig } from "@langchain/core/runnables";

/** Adds up what the models that a config reaches say that they used. */
class UsageCounter extends BaseCallbackHandler {
  name = "langchain_seams_usage";
  override awaitHandlers = true;
  readonly usage: UsageMetadata = {
    input_tokens: 0,
    output_tokens: 0,
    total_tokens: 0,
  };

  override handleLLMEnd({ generations }: LLMResult): void {
    for (const generation of generations.flat()) {
      const message: unknown = Reflect.get(generation, "message");
      const used = (message as { usage_metadata?: UsageMetadata } | undefined)
        ?.usage_metadata;
      this.usage.input_tokens += used?.input_tokens ?? 0;
      this.usage.output_tokens += used?.output_tokens ?? 0;
      this.usage.total_tokens += used?.total_tokens ?? 0;
    }
  }
}

/** A config that counts, and what it counts. */
export function withUsage(config: Partial<RunnableConfig>): {
  config: Partial<RunnableConfig>;
  usage: UsageMetadata;
} {
  const counter = new UsageCounter();
  const callbacks = CallbackManager.configure(config.callbacks, [counter]);
  return { config: { ...config, callbacks }, usage: counter.usage };
}
