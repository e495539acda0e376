# frozen_string_literal: true

# Writes every outcome of a minitest or test-unit run to $HYDRA_REPORT_DIR/tests.jsonl: RUBYLIB=…/reporters RUBYOPT=-rhydra_minitest.
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

  # Put before minitest's own way to set up plug-ins, which a name in `Minitest.extensions` would keep it from loading.
  module Plugin
    def init_plugins(options)
      reporter << HydraMinitest.reporter if FOLDER
      super
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

  # Put before test-unit's own way to run one test, which adds to the counts of the result that it is given.
  module OneTest
    def self.report
      @report ||= Report.new.tap { |report| at_exit { report.write('end') } }
    end

    def run(result, *rest, **options, &block)
      before = OneTest.counts(result)
      super
    ensure
      OneTest.record(self, before, OneTest.counts(result)) if FOLDER
    end

    def self.counts(result)
      { 'failed' => result.failure_count + result.error_count, 'skipped' => result.omission_count + result.pending_count }
    end

    def self.record(test, before, after)
      outcome = %w[failed skipped].find { |kind| after[kind] > before[kind] } || 'passed'
      file, = test.method(test.method_name).source_location
      report.test(test.local_name, test.class.name, file, outcome)
    end
  end

  def self.hook_minitest(defined)
    return false unless defined?(::Minitest) && defined.equal?(::Minitest)
    return false unless ::Minitest.respond_to?(:init_plugins)

    ::Minitest.singleton_class.prepend(Plugin)
  end

  def self.hook_test_unit(defined)
    return false unless defined?(::Test::Unit::TestCase) && defined.equal?(::Test::Unit::TestCase)
    return false unless defined.method_defined?(:run) && defined.method_defined?(:local_name)

    defined.prepend(OneTest)
  end

  def self.wait_for_framework
    trace = TracePoint.new(:end) do |point|
      trace.disable if hook_minitest(point.self) || hook_test_unit(point.self)
    end
    trace.enable
  end
end

HydraMinitest.wait_for_framework
