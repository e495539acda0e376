# frozen_string_literal: true

# Writes every outcome of a minitest run to $HYDRA_REPORT_DIR/tests.jsonl: RUBYLIB=…/reporters RUBYOPT=-rhydra_minitest.
# Loaded before any gem, so it needs none: `require 'json'` here could clash with the version that a Gemfile asks for.
module HydraMinitest
  # Test code shares this process: what is needed later is captured before any of it is loaded.
  WRITE = IO.instance_method(:syswrite)
  FOLDER = ENV.fetch('HYDRA_REPORT_DIR', nil)
  ESCAPES = { '"' => '\\"', '\\' => '\\\\' }.freeze
  private_constant :WRITE, :ESCAPES

  # Appends one record at once, so that a crash or an exit loses nothing.
  class Report
    def initialize
      @file = File.open(File.join(FOLDER, 'tests.jsonl'), 'ab')
      @run = format('%<pid>d-%<time>x', pid: Process.pid,
                                        time: Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond))
      @sequence = 0
      write('begin', '"format":1', text('tool', 'minitest'))
    end

    def test(name, suite, file, outcome)
      write('test', text('name', name), text('suite', suite), text('file', file), text('outcome', outcome))
    end

    def write(type, *fields)
      record = [text('run', @run), "\"seq\":#{@sequence}", text('type', type), *fields].join(',')
      @sequence += 1
      WRITE.bind_call(@file, "{#{record}}\n")
    end

    private

    def text(key, value)
      plain = value.to_s.encode('UTF-8', invalid: :replace, undef: :replace)
      "\"#{key}\":\"#{plain.gsub(/["\\[:cntrl:]]/) { |char| ESCAPES[char] || format('\\u%<code>04x', code: char.ord) }}\""
    end
  end

  # Added to minitest's own reporters, of which each is handed every result.
  module Plugin
    def plugin_hydra_init(_options)
      reporter << HydraMinitest.reporter if FOLDER
    end
  end

  def self.reporter
    Class.new(Minitest::AbstractReporter) do
      def start
        @report = Report.new
      end

      def record(result)
        outcome = result.passed? ? 'passed' : 'failed'
        outcome = 'skipped' if result.skipped?
        file, = result.respond_to?(:source_location) ? result.source_location : nil
        @report.test(result.name, result.respond_to?(:klass) ? result.klass : result.class.name, file, outcome)
      end

      def report
        @report.write('end')
      end
    end.new
  end

  # Minitest 6 loads no plug-in by itself, so it is given ours as soon as it is there.
  def self.wait_for_minitest
    trace = TracePoint.new(:end) do |point|
      next unless defined?(::Minitest) && point.self.equal?(::Minitest)
      next unless ::Minitest.respond_to?(:extensions) && ::Minitest.extensions

      trace.disable
      ::Minitest.extend(Plugin)
      ::Minitest.extensions << 'hydra'
    end
    trace.enable
  end
end

HydraMinitest.wait_for_minitest
